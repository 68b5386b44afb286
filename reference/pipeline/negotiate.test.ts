import { describe, expect, it } from 'vitest'

import type { IncomingRequest } from '../api/request.ts'
import type { ApiObject } from '../api/object.ts'
import { jsonCodec } from '../codecs/json-codec.ts'
import { negotiate } from './negotiate.ts'
import type { Endpoint } from '../parts/parts.ts'
import { clientUntil } from '../server/test-client.ts'

const parts = {
  codecs: { 'application/json': jsonCodec, 'application/yaml': jsonCodec },
  dialect: { apiDomain: 'cluster.example', wording: 'own' as const },
  applyMediaTypes: { 'application/apply-patch+yaml': 'application/yaml' },
  patchTypes: { 'application/merge-patch+json': (document: ApiObject) => document },
}

function form(headers: IncomingRequest['headers'], takes: Endpoint['accepts'] = 'object') {
  const http: IncomingRequest = {
    method: 'POST',
    path: '/',
    query: new URLSearchParams(),
    headers,
    rawHeaders: [],
    body: async () => Buffer.alloc(0),
    client: clientUntil(),
  }
  return negotiate(
    http,
    { accepts: takes, returns: 'object', handle: () => Promise.reject(new Error('not here')) },
    parts,
  )
}

describe('negotiate', () => {
  it('requires the media type of a patch to be a patch type (PTCH-001, PTCH-023)', () => {
    const patch = (type: string) => form({ 'content-type': type }, 'patch')
    expect(patch('application/merge-patch+json; charset=utf-8')).toMatchObject({
      answer: { mediaType: 'application/json', as: 'itself' },
      body: 'application/merge-patch+json',
    })
    for (const type of ['', 'application/json', 'application/merge-patch+cbor'])
      expect(() => patch(type)).toThrow('application/merge-patch+json')
  })

  it.each([
    [undefined, 'application/json'],
    ['', 'application/json'],
    ['*/*', 'application/json'],
    ['application/*', 'application/json'],
    ['application/yaml', 'application/yaml'],
    ['APPLICATION/YAML', 'application/yaml'],
    ['text/html, application/yaml', 'application/yaml'],
    ['application/json;q=0.1, application/yaml;q=0.2', 'application/yaml'],
    ['*/*;q=0.5, application/yaml;q=0.5', 'application/yaml'],
    ['application/json;q=0', 'application/json'],
    ['application/json;as=Table;g=meta.cluster.example;v=v1, application/json', 'application/json'],
    ['application/json;stream=watch', 'application/json'],
    ['application/json; charset=utf-8', 'application/json'],
  ])('answers Accept %s in %s', (accept, answer) => {
    expect(form({ ...(accept !== undefined && { accept }) }).answer.mediaType).toBe(answer)
  })

  it.each(['text/html', 'garbage', 'application/json;as=Table', 'application/cbor, image/*'])(
    'refuses Accept %s with 406',
    accept => {
      expect(() => form({ accept })).toThrow(expect.objectContaining({ code: 406 }))
    },
  )

  it.each([
    [undefined, 'application/json'],
    ['application/yaml', 'application/yaml'],
    ['Application/JSON ; charset=latin1', 'application/json'],
  ])('reads a body of type %s as %s', (type, body) => {
    expect(form({ ...(type !== undefined && { 'content-type': type }) }).body).toBe(body)
  })

  it.each(['text/plain', '*/*', 'application/merge-patch+json'])(
    'refuses a body of type %s with 415',
    type => {
      const refuse = () => form({ 'content-type': type })
      expect(refuse).toThrow(expect.objectContaining({ code: 415 }))
    },
  )

  it('ignores the body type if no body is accepted, and checks Accept first', () => {
    expect(form({ 'content-type': 'text/plain' }, 'nothing').body).toBe('application/json')
    const both = { accept: 'text/html', 'content-type': 'text/plain' }
    expect(() => form(both)).toThrow(expect.objectContaining({ code: 406 }))
  })
})
