import { expect, test } from 'vitest'
import type { LoaderAnswer } from '../../fixtures/targets/kube-config/loaders.ts'
import { startDifference } from './config-starts.ts'

const accepted: LoaderAnswer = { accepted: true, errors: [] }
const refused = (field: string, detail: string): LoaderAnswer => ({
  accepted: false,
  errors: [{ field, type: 'Invalid value', detail }],
})
const ended = (log: string) => `Error: kube-apiserver: ended before: /readyz; its log:\n${log}`

test('a server starts if and only if its loader accepts the configuration', () => {
  expect(startDifference(undefined, accepted)).toBeUndefined()
  expect(startDifference(undefined, refused('jwt', ''))).toContain('yet it has started')
  expect(startDifference(ended('jwt: no'), accepted)).toContain('taken by the loader')
})

test('a start that fails for another reason is a difference', () => {
  expect(startDifference(ended('jwt: no'), refused('jwt', 'no'))).toBeUndefined()
  expect(startDifference(ended('no space left'), refused('jwt', 'no'))).toContain('not told of jwt')
})

test('if no field is known, the log has to contain the error', () => {
  const unreadable = refused('', 'no kind "Other" is registered')

  expect(startDifference(ended('err: no kind "Other" is registered'), unreadable)).toBe(undefined)
  expect(startDifference(ended('no space left'), unreadable)).toContain('not told of no kind')
})

test('a server that is slow to start has not failed because of its document', () => {
  const late = 'Error: kube-apiserver: waited 60000 ms for: /readyz; its log:\njwt: no'

  expect(startDifference(late, refused('jwt', 'no'))).toContain('it has not ended')
})
