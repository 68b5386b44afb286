import { expect, it } from 'vitest'
import { exchangeOf, historyOfExchanges } from '../history/test-history.ts'
import { managersMatchModel, valuesMatchModel } from './server-side-apply/apply-ownership.ts'
import { metadataMapShape } from './added-metadata.ts'

type Texts = Record<string, string>
const manager = 't-0-m'
const entryOf = (operation: string, annotations: object) => ({
  manager,
  operation,
  fieldsV1: { 'f:metadata': { 'f:annotations': annotations } },
})

/** A PATCH and the read after it: the annotations sent and those shown. */
function written(
  nth: number,
  { type, sends, shows, record }: { type: string; sends: Texts; shows: Texts; record: object[] },
) {
  const body = { metadata: { annotations: shows, managedFields: record } }
  const request = {
    method: 'PATCH',
    query: { fieldManager: manager },
    headers: { 'content-type': `application/${type}` },
    body: JSON.stringify({ metadata: { annotations: sends } }),
  }
  return [
    exchangeOf(`write ${nth}`, 200, body, { request, about: { role: 'main' } }),
    exchangeOf(`look ${nth}`, 200, body, { about: { role: 'main' } }),
  ]
}

const added = { 'vendor.example/place': 'root' }
const applied = entryOf('Apply', { 'f:a': {} })

/** An apply and a merge patch on a server that stamps every object. */
const onStampingServer = (more: Texts) =>
  historyOfExchanges(
    ...written(1, {
      type: 'apply-patch+yaml',
      sends: { a: 'one' },
      shows: { a: 'one', ...more },
      record: [applied],
    }),
    ...written(2, {
      type: 'merge-patch+json',
      sends: { b: 'two' },
      shows: { a: 'one', b: 'two', ...more },
      record: [applied, entryOf('Update', { 'f:b': {} })],
    }),
  )

it('annotations that the server adds are no change by a write', () => {
  for (const law of [valuesMatchModel, managersMatchModel])
    for (const { kind } of law(onStampingServer(added))) expect(kind).toBe('held')
})

it('an annotation that a write changes is still one', () => {
  const kinds = [...valuesMatchModel(onStampingServer({ c: 'three' }))].map(({ kind }) => kind)
  expect(kinds).toContain('violated')
})

it('an added key remains one after a PUT of the object as read', () => {
  const read = { metadata: { annotations: { ...added, a: 'one' } } }
  const history = historyOfExchanges(
    exchangeOf('look 1', 200, read),
    exchangeOf('write 2', 200, read, { request: { method: 'PUT', body: JSON.stringify(read) } }),
  )
  expect(metadataMapShape(history, 'annotations')).toEqual({ fields: { a: 'whole' } })
})

it('a key that the case has sent is not an added one', () => {
  const sent = JSON.stringify({ metadata: { labels: { 'touchstone/run': 'x' } } })
  const history = historyOfExchanges(
    exchangeOf('write 1', 200, JSON.parse(sent), { request: { method: 'PUT', body: sent } }),
  )
  expect(metadataMapShape(history, 'labels')).toEqual({ each: 'whole' })
})
