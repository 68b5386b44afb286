import { expect, test } from 'vitest'
import { exchangeOf, historyOfExchanges } from '../../history/test-history.ts'
import { observationTexts } from '../../history/test-writes.ts'
import {
  formsMatchTheRequest,
  partialListsShowMetadata,
  partialMetadataMatchesObject,
} from './tables-partials.ts'

const metadata = { name: 'a', resourceVersion: '7' }
const version = { apiVersion: 'meta.cluster.example/v1' }
const partial = { kind: 'PartialObjectMetadata', ...version, metadata }
const broken = expect.stringMatching(/\.$/)

test('PartialObjectMetadata contains all metadata and nothing else', () => {
  const judged = (body: object) =>
    observationTexts(
      partialMetadataMatchesObject(
        historyOfExchanges(
          exchangeOf('partial get', 200, body),
          exchangeOf('plain get', 200, { metadata, spec: {} }),
          exchangeOf('partial create', 201, partial),
          exchangeOf('plain made', 200, { metadata, spec: {} }),
        ),
      ),
    )

  expect(judged(partial)).toEqual(['held'])
  for (const faulty of [{ ...partial, spec: {} }, { ...partial, kind: 'Lease' }, { ...version }])
    expect(judged(faulty)).toContainEqual(broken)
})

test('a metadata list has the version of the list, and its items have types', () => {
  const whole = {
    kind: 'PartialObjectMetadataList',
    ...version,
    metadata: { resourceVersion: '8' },
    items: [partial],
  }
  const judged = (body: object) =>
    observationTexts(
      partialListsShowMetadata(
        historyOfExchanges(
          exchangeOf('plain list', 200, { metadata: whole.metadata, items: [{ metadata }] }),
          exchangeOf('partial list', 200, body),
        ),
      ),
    )

  expect(judged(whole)).toEqual(['held'])
  expect(judged({ ...whole, metadata: {} })).toContainEqual(broken)
  expect(judged({ ...whole, kind: 'List' })).toContainEqual(broken)
  expect(judged({ ...whole, items: [{ metadata }] })).toContainEqual(broken)
})

test('a list is not returned as an object, nor an object as a list', () => {
  const judged = (status: number) =>
    observationTexts(
      formsMatchTheRequest(
        historyOfExchanges(
          exchangeOf('PartialObjectMetadataList of a list', 200, {}),
          exchangeOf('PartialObjectMetadata of an object', 200, {}),
          exchangeOf('PartialObjectMetadata of a list', 406, { reason: 'NotAcceptable' }),
          exchangeOf('PartialObjectMetadataList of an object', status, {
            reason: 'NotAcceptable',
          }),
        ),
      ),
    )

  expect(judged(406)).toEqual(['held'])
  expect(judged(200)).toContainEqual(broken)
})
