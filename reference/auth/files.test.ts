import { describe, expect, it } from 'vitest'

import { readAllowFile } from './allow-file.ts'
import { readTokenFile, userOfToken } from './token-users.ts'

describe('readTokenFile', () => {
  it('reads one user per line, with groups in quotes', () => {
    const text = 't1,ada,1,"system:masters,dev"\n\nt2,bob,2\r\n"t,3","c ""d""",3,one\n'
    expect(readTokenFile(text, 'f')).toEqual([
      { token: 't1', name: 'ada', uid: '1', groups: ['system:masters', 'dev'] },
      { token: 't2', name: 'bob', uid: '2', groups: [] },
      { token: 't,3', name: 'c "d"', uid: '3', groups: ['one'] },
    ])
  })

  it.each(['', 't1\n', ',ada,1\n', 't1,ada\n', 't1,ada,1,a,b\n'])('refuses %j', text => {
    expect(() => readTokenFile(text, 'tokens.csv')).toThrow(/^tokens\.csv.*expected .*, got /)
  })

  it('never shows a token', () => {
    expect(() => readTokenFile('my-secret,ada', 'f')).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining('my-secret') }),
    )
  })
})

describe('userOf', () => {
  const users = readTokenFile('t1,ada,1\nt2,bob,2', 'f')

  it('finds a user only by the whole token', () => {
    expect(userOfToken('t2', users)?.name).toBe('bob')
    expect(userOfToken('t', users)).toBeUndefined()
    expect(userOfToken('', users)).toBeUndefined()
  })
})

describe('readAllowFile', () => {
  it('reads YAML and JSON', () => {
    const rules = [{ user: 'ada', verbs: ['get'], namespaces: ['default'] }]
    expect(readAllowFile(JSON.stringify(rules), 'f')).toEqual(rules)
    expect(readAllowFile('- user: ada\n  verbs: [get]\n  namespaces: [default]\n', 'f')).toEqual(
      rules,
    )
  })

  it.each([
    ['user: ada', 'f: expected an array of rules, got {"user":"ada"}'],
    ['- ada', 'f: [0]: expected a rule, got "ada"'],
    ['- verbs: [get]', 'f: [0].user: expected a value, got nothing'],
    [
      '- {user: ada, verbs: get}',
      'f: [0].verbs: expected an array of at least one string, got "get"',
    ],
    ['- {user: 1, verbs: [get]}', 'f: [0].user: expected the name of a user, got 1'],
  ])('explains what is wrong with %s', (text, message) => {
    expect(() => readAllowFile(text, 'f')).toThrow(message)
  })

  it('refuses an unknown member, so that a typing error does not widen a right', () => {
    const text = '- {user: ada, verbs: [get], namespace: [default]}'
    expect(() => readAllowFile(text, 'f')).toThrow(/\[0\]\.namespace: expected one of user, verbs/)
  })

  it('refuses invalid YAML', () => {
    expect(() => readAllowFile('[', 'f')).toThrow(/^f: expected YAML or JSON/)
  })
})
