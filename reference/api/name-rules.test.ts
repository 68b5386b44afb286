import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  annotationCauses,
  dns1035Label,
  dns1123Label,
  dns1123Subdomain,
  finalizerCauses,
  generateName,
  labelCauses,
  labelValueFaults,
  metadataNameCauses,
  pathSegment,
  qualifiedNameFaults,
} from './name-rules.ts'
import { processorMs } from '../lib/test-processor-time.ts'

const long = (length: number) => 'a'.repeat(length)

describe('a DNS-1123 subdomain', () => {
  it.each(['a', '0', 'a-b', 'a.b', 'a.b-c.0', long(253)])('can be %s', name => {
    expect(dns1123Subdomain(name, 'name')).toEqual([])
  })

  it.each(['', 'A', '-a', 'a-', '.a', 'a.', 'a..b', 'a.-b', 'a_b', 'ä', 'a\n'])(
    'cannot be %j',
    name => {
      expect(dns1123Subdomain(name, 'name')).toEqual([
        "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' " +
          "or '.', and must start and end with an alphanumeric character (e.g. 'example.com', " +
          'regex used for validation is ' +
          "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
      ])
    },
  )

  it('has at most 253 bytes', () => {
    expect(dns1123Subdomain(long(254), 'name')).toEqual(['must be no more than 253 characters'])
  })

  it('is checked in bounded time, even if the name is long and invalid', () => {
    const started = processorMs()
    dns1123Subdomain(`${'a-'.repeat(500_000)}.`, 'name')
    dns1123Subdomain('a.'.repeat(500_000), 'name')

    expect(processorMs() - started).toBeLessThan(4000)
  })

  it('can end in a dash if it is a prefix', () => {
    expect(dns1123Subdomain('web-', 'prefix')).toEqual([])
    expect(dns1123Subdomain('web-', 'name')).toHaveLength(1)
    expect(dns1123Subdomain('-', 'prefix')).toHaveLength(1)
    expect(dns1123Subdomain('Web-', 'prefix')).toHaveLength(1)
    expect(dns1123Subdomain('a.-', 'prefix')).toEqual([])
  })
})

describe('other names', () => {
  it('a DNS-1123 label has no dots and at most 63 bytes', () => {
    expect(dns1123Label('a-0', 'name')).toEqual([])
    expect(dns1123Label('a.b', 'name')).toEqual(['must not contain dots'])
    expect(dns1123Label(long(64), 'name')).toEqual(['must be no more than 63 characters'])
    expect(dns1123Label('A', 'name')).toEqual([
      "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and " +
        "must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex " +
        "used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')",
    ])
  })

  it('a DNS-1035 label starts with a letter', () => {
    expect(dns1035Label('a0', 'name')).toEqual([])
    expect(dns1035Label('0a', 'name')).toEqual([expect.stringMatching(/^a DNS-1035 label must/)])
    expect(dns1035Label(long(64), 'name')).toEqual(['must be no more than 63 characters'])
  })

  it('a path segment fits into a path', () => {
    expect(pathSegment('system:Any Name', 'name')).toEqual([])
    expect(pathSegment('..', 'name')).toEqual(["may not be '..'"])
    expect(pathSegment('.', 'prefix')).toEqual([])
    expect(pathSegment('a/b%', 'name')).toEqual(["may not contain '/'", "may not contain '%'"])
  })
})

describe('labels', () => {
  it.each(['a', 'A.b_c-0', 'example.com/name', long(63), `${long(253)}/a`])(
    'can have the key %s',
    key => {
      expect(qualifiedNameFaults(key)).toEqual([])
    },
  )

  it.each([
    ['', ['name part must be non-empty', /^name part must consist of/]],
    ['a b', [/^name part must consist of/]],
    ['-a', [/^name part must consist of/]],
    [long(64), ['name part must be no more than 63 bytes']],
    ['/a', ['prefix part must be non-empty']],
    ['Example.com/a', [/^prefix part a lowercase RFC 1123 subdomain/]],
    [`${long(254)}/a`, ['prefix part must be no more than 253 bytes']],
    ['a/b/c', [/^a valid label key must consist of .*optional DNS subdomain prefix/]],
  ])('cannot have the key %j', (key, faults) => {
    expect(qualifiedNameFaults(key)).toEqual(faults.map(fault => expect.stringMatching(fault)))
  })

  it('can have a short value or an empty one', () => {
    expect(labelValueFaults('')).toEqual([])
    expect(labelValueFaults('A.b_c-0')).toEqual([])
    expect(labelValueFaults(long(64))).toEqual(['must be no more than 63 bytes'])
    expect(labelValueFaults('a b')).toHaveLength(1)
    expect(labelValueFaults('ü'.repeat(32))).toHaveLength(2)
  })

  it('are reported under one field', () => {
    expect([...labelCauses({ ok: 'ok', 'a b': '-' })]).toEqual([
      {
        field: 'metadata.labels',
        reason: 'FieldValueInvalid',
        message: expect.stringMatching(/^Invalid value: "a b": name part must consist/),
      },
      {
        field: 'metadata.labels',
        reason: 'FieldValueInvalid',
        message: expect.stringMatching(/^Invalid value: "-": a valid label must be an empty/),
      },
    ])
  })
})

describe('annotations', () => {
  it('have keys like labels in any case, and any value', () => {
    expect([...annotationCauses({ 'Example.COM/Key': '\u0000 ü' })]).toEqual([])
    expect([...annotationCauses({ 'a b': '' })]).toMatchObject([{ field: 'metadata.annotations' }])
  })

  it('have at most 262144 bytes in all', () => {
    const most = { a: 'ü'.repeat(131_071), b: '' }

    expect([...annotationCauses(most)]).toEqual([])
    expect([...annotationCauses({ ...most, b: '1' })]).toEqual([
      {
        field: 'metadata.annotations',
        reason: 'FieldValueTooLong',
        message: 'Too long: may not be more than 262144 bytes',
      },
    ])
  })
})

describe('finalizers', () => {
  it('are label keys', () => {
    expect([...finalizerCauses(['example.com/hold', 'orphan', 'orphan'])]).toEqual([])
    expect([...finalizerCauses(['a b'])]).toMatchObject([
      { field: 'metadata.finalizers', reason: 'FieldValueInvalid' },
    ])
  })

  it('cannot request both orphaning and deletion of dependents', () => {
    expect([...finalizerCauses(['orphan', 'foregroundDeletion'])]).toEqual([
      {
        field: 'metadata.finalizers',
        reason: 'FieldValueInvalid',
        message:
          'Invalid value: ["orphan","foregroundDeletion"]: ' +
          'finalizer orphan and foregroundDeletion cannot be both set',
      },
    ])
  })
})

describe('the name of an object', () => {
  it('is required', () => {
    expect(metadataNameCauses({}, dns1123Subdomain)).toEqual([
      {
        field: 'metadata.name',
        reason: 'FieldValueRequired',
        message: 'Required value: name or generateName is required',
      },
    ])
  })

  it('is validated together with its prefix', () => {
    expect(
      metadataNameCauses({ name: 'web-abcde', generateName: 'web-' }, dns1123Subdomain),
    ).toEqual([])
    expect(
      metadataNameCauses({ name: 'Wabcde', generateName: 'W' }, dns1123Subdomain),
    ).toMatchObject([
      { field: 'metadata.generateName', reason: 'FieldValueInvalid' },
      { field: 'metadata.name', reason: 'FieldValueInvalid' },
    ])
  })
})

describe('a generated name', () => {
  it('is the prefix and five characters', () => {
    expect(generateName('web-', () => 0)).toBe('web-bbbbb')
    expect(generateName('web-', () => 0.999_999)).toBe('web-99999')
  })

  it('has at most 63 characters, for a prefix of any length', () => {
    expect(generateName(long(300), () => 0)).toBe(`${long(58)}bbbbb`)
  })

  it('is valid if its prefix is valid', () => {
    const prefix = fc.stringMatching(/^[a-z0-9][-a-z0-9]{0,70}$/)
    fc.assert(
      fc.property(
        prefix,
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (prefix, random) => {
          expect(
            dns1123Label(
              generateName(prefix, () => random),
              'name',
            ),
          ).toEqual([])
        },
      ),
    )
  })
})
