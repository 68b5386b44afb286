import { describe, expect, it } from 'vitest'

import type { ApiObject } from '../api/object.ts'
import { parseListOptions, objectSelectorOf } from './list-options.ts'

const options = (query: string) => parseListOptions(new URLSearchParams(query))

describe('listOptions', () => {
  it.each([
    ['', Infinity],
    ['limit=0', Infinity],
    ['limit=-9223372036854775808', Infinity],
    ['limit=3', 3],
    ['limit=%2B3', 3],
    ['limit=1&limit=2', 1],
    ['limit=9223372036854775807', 2 ** 63],
  ])('reads the limit of %s', (query, limit) => {
    expect(options(query).limit).toBe(limit)
  })

  it.each([
    'timeoutSeconds=abc',
    'limit=',
    'limit=abc',
    'limit=1.5',
    'limit=9223372036854775808',
    'limit=0x1',
  ])('refuses %s', query => {
    expect(() => options(query)).toThrow(expect.objectContaining({ code: 400 }))
  })
})

describe('selectorOf', () => {
  const secrets = { selectablePaths: ['metadata.name', 'type'] }
  const selector = (query: string) => objectSelectorOf(options(query), secrets)
  const object: ApiObject = {
    kind: 'Secret',
    apiVersion: 'v1',
    metadata: { name: 's', labels: { a: '1' } },
    type: 'Opaque',
  }

  it('is absent if everything is selected', () => {
    expect(selector('labelSelector=&fieldSelector=')).toBeUndefined()
  })

  it('requires labels and fields to match', () => {
    expect(selector('labelSelector=a%3D1&fieldSelector=type%3DOpaque')?.(object)).toBe(true)
    expect(selector('labelSelector=a%3D2&fieldSelector=type%3DOpaque')?.(object)).toBe(false)
    expect(selector('labelSelector=a%3D1&fieldSelector=type%3Dx')?.(object)).toBe(false)
  })

  it.each(['labelSelector=%3D', 'fieldSelector=spec.x%3D1'])('refuses %s', query => {
    expect(() => selector(query)).toThrow(expect.objectContaining({ code: 400 }))
  })
})
