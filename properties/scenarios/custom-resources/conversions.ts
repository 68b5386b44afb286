// Builds scenarios about types whose objects a webhook converts.

import type { Stub } from '../../../fixtures/objects/web-stubs.ts'
import { conversionStub, inV1, inV2, withConvertedType } from '../../dsl/conversion-steps.ts'
import {
  createCustomObject,
  customCollection,
  customObjectBody,
  deleteCustomObject,
  getCustomObject,
  listCustomObjects,
  patchCustomObject,
  putCustomObject,
} from '../../dsl/custom-steps.ts'
import type { CustomTypeRef } from '../../dsl/custom-steps.ts'
import type { RequestStep, Step } from '../../dsl/scenario.ts'
import { awaitEventType, caseName, rawRequest } from '../../dsl/steps.ts'
import type { Term } from '../../dsl/term.ts'
import { readCalls, setStubs } from '../../dsl/webhook-steps.ts'
import { awaitBoth, watchTwice } from './custom-watches.ts'

/** An object (`created`) is read in both versions (`in v1`, `in v2`), and listed in v2. */
export const readsOfConverted: Step[] = [
  ...withConvertedType,
  createCustomObject('created', inV1, 'x', { spec: { size: 's', note: 'n' } }),
  getCustomObject('in v1', inV1, 'x'),
  getCustomObject('in v2', inV2, 'x'),
  listCustomObjects('list in v2', inV2),
]

/** An object is created in v2, which is not stored, with its reviews (`created calls`). */
export const createdInOtherVersion: Step[] = [
  ...withConvertedType,
  setStubs('stubs for created', 'a', conversionStub()),
  createCustomObject('created', inV2, 'x', { spec: { amount: 's', note: 'n' } }),
  readCalls('created calls', 'a'),
  getCustomObject('in v1', inV1, 'x'),
  getCustomObject('in v2', inV2, 'x'),
]

/** An object is updated (`put`) and patched (`patched`) in v2, and read in v1 after each. */
export const changedInOtherVersion: Step[] = [
  ...withConvertedType,
  createCustomObject('created', inV1, 'x', { spec: { size: 's', note: 'n' } }),
  getCustomObject('read', inV2, 'x'),
  putCustomObject('put', inV2, 'read', { set: { '/spec/amount': 't' } }),
  getCustomObject('after put', inV1, 'x'),
  patchCustomObject('patched', inV2, 'x', { type: 'merge', body: { spec: { note: 'm' } } }),
  getCustomObject('after patch', inV1, 'x'),
]

const applied = (
  as: string,
  type: CustomTypeRef,
  manager: string,
  spec: { [name: string]: Term },
): RequestStep =>
  rawRequest(as, 'PATCH', customCollection(type, caseName('x')), {
    body: customObjectBody(type, 'x', { spec }),
    query: { fieldManager: manager },
    headers: { 'content-type': 'application/apply-patch+yaml' },
  })

/**
 * A manager applies in v2, another one contradicts it in v1 (`contradicted`), and the first applies
 * without a field (`applied again`).
 */
export const appliedInOtherVersion: Step[] = [
  ...withConvertedType,
  applied('applied', inV2, 'one', { amount: 's', note: 'n' }),
  getCustomObject('after apply', inV1, 'x'),
  applied('contradicted', inV1, 'two', { size: 'u' }),
  applied('applied again', inV2, 'one', { note: 'n' }),
  getCustomObject('after second apply', inV1, 'x'),
]

/** Objects are created, changed and deleted in v1 while v2 is watched (`watch`). */
export const watchedInOtherVersion: Step[] = [
  ...withConvertedType,
  listCustomObjects('before', inV2),
  ...watchTwice('watch', customCollection(inV2), { from: 'before' }),
  createCustomObject('created', inV1, 'x', { spec: { size: 's' } }),
  putCustomObject('changed', inV1, 'created', { set: { '/spec/size': 't' } }),
  deleteCustomObject('removed', inV1, 'x'),
  ...awaitBoth('watch', label => awaitEventType(label, 'DELETED')),
]

/**
 * Requests in v2 while the webhook answers in each of these wrong ways: a read of an object that
 * was created since then (`wrong read N`), a create (`wrong create N`) and a patch
 * (`wrong patch N`), each with a read of what is stored. Then the same with right answers.
 */
const failedConversions = (...wrong: Stub[]): Step[] => [
  ...withConvertedType,
  ...wrong.flatMap((stub, index) => failedConversion(stub, String(index))),
  setStubs('right stubs', 'a', conversionStub()),
  getCustomObject('right read', inV2, 'x0'),
  createCustomObject('right create', inV2, 'z', { spec: { amount: 's' } }),
]

const failedConversion = (stub: Stub, index: string): Step[] => {
  const [old, next] = [`x${index}`, `y${index}`]
  const body = { spec: { amount: 't' } }
  return [
    setStubs(`wrong stubs ${index}`, 'a', stub),
    createCustomObject(`created ${index}`, inV1, old, { spec: { size: 's' } }),
    getCustomObject(`wrong read ${index}`, inV2, old),
    createCustomObject(`wrong create ${index}`, inV2, next, { spec: { amount: 's' } }),
    getCustomObject(`wrong create ${index} stored`, inV1, next),
    patchCustomObject(`wrong patch ${index}`, inV2, old, { type: 'merge', body }),
    getCustomObject(`wrong patch ${index} stored`, inV1, old),
  ]
}

const success = { status: 'Success' }

/** Conversions that fail in each of several ways. */
export const failuresOfWebhook = failedConversions(
  conversionStub({ response: { result: { status: 'Failure', message: 'touchstone: refused' } } }),
  conversionStub({ response: { uid: 'another' } }),
  conversionStub({ response: { result: success, convertedObjects: [] } }),
  { status: 500, text: 'touchstone: out of order' },
  { text: 'no JSON' },
)

/** Conversions that change a member of the metadata that identifies the object. */
export const changedIdentities = failedConversions(
  ...['name', 'uid', 'namespace'].map(member =>
    conversionStub({ metadata: { [member]: 'another' } }),
  ),
)

/** The metadata that a webhook changes. Only labels and annotations may be changed. */
export const changedMetadata = {
  labels: { 'touchstone/label': 'converted' },
  annotations: { 'touchstone/annotation': 'converted' },
}
export const ignoredMetadata = {
  creationTimestamp: '2001-02-03T04:05:06Z',
  generation: 777,
}

/** An object (`created`) is read in v2 (`in v2`) while the webhook changes the metadata. */
export const convertedMetadata: Step[] = [
  ...withConvertedType,
  setStubs(
    'stubs of metadata',
    'a',
    conversionStub({ metadata: { ...changedMetadata, ...ignoredMetadata } }),
  ),
  createCustomObject('created', inV1, 'x', { spec: { size: 's' } }),
  getCustomObject('in v2', inV2, 'x'),
]
