// Requests Tables from a genuine server, for objects of all types in many states.

import fc from 'fast-check'
import { resourcePath } from '../../fixtures/objects/tested-types.ts'
import type { Json } from '../../fixtures/objects/tested-types.ts'
import { samples } from '../../fixtures/objects/samples.ts'
import type { Resource } from '../../reference/api/resource.ts'
import { omissions } from './built-in-defaults.ts'
import { isGenuineTable } from './table-differences.ts'
import { podSpec, podStatus } from './table-pods.ts'
import {
  resourceBody,
  listableResources,
  resourcePathFor,
  comparedResources,
  resourceOfKind,
} from './table-server.ts'
import type { TableAnswer, TableFields, SendForTable } from './table-server.ts'

/** An object and the cells of its row, as used by reference/types/tables/cells.test.ts. */
export type TableCase = {
  kind: string
  metadata?: TableFields
  isDeleted?: true
  fields?: TableFields
  spec?: Json
  status?: Json
  cells: TableFields
}

export type ComparedTable = {
  what: string
  resource: Resource
  answer: TableAnswer
  /** The Table of the same object at the path of its storage type. */
  own?: TableAnswer
  example?: TableCase
}

/** Lists every type, to compare the objects that exist from the start. */
export const tablesOfTypes = async (send: SendForTable): Promise<ComparedTable[]> =>
  Promise.all(
    listableResources.map(async resource => ({
      what: resource.resource,
      resource,
      answer: await send('GET', resourcePath(resource)),
    })),
  )

const watchQuery =
  'watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan' +
  '&allowWatchBookmarks=true&timeoutSeconds=1'

/**
 * Watches every type until the bookmark after the initial events. Its Table has a row for an object
 * without fields.
 */
export const tablesOfBookmarks = async (send: SendForTable): Promise<ComparedTable[]> =>
  Promise.all(
    listableResources.map(async resource => {
      const answer = await send('GET', `${resourcePath(resource)}?${watchQuery}`)
      const bare = { ...answer, body: withBareObjects(answer.body) }
      return { what: `bookmark of ${resource.resource}`, resource, answer: bare, own: bare }
    }),
  )

/** Removes the fields that a genuine server adds to the object of a bookmark. */
function withBareObjects(body: unknown): unknown {
  if (!isGenuineTable(body)) return body
  const rows = (body.rows ?? []).map(({ object: { kind, apiVersion, metadata }, ...row }) => ({
    ...row,
    object: { kind, apiVersion, metadata },
  }))
  return { ...body, rows }
}

/**
 * Creates, in a dry run, every sample and every sample without one of its fields. Bodies that the
 * server rejects are skipped.
 */
export async function tablesOfSamples(send: SendForTable): Promise<ComparedTable[]> {
  const compared: ComparedTable[] = []
  for (const { group, version, kind, fields } of samples) {
    const resource = resourceOfKind({ group, version, kind })
    const bodies: [string, Json][] = [['', fields], ...omissions(fields)]
    for (const [without, body] of bodies) {
      const sent = resourceBody(resource, { name: 'sample' }, body as TableFields)
      const answer = await send('POST', `${resourcePathFor(resource)}?dryRun=All`, sent)
      const what = `${kind} without ${without || 'nothing'}`
      if (answer.status < 300) compared.push({ what, resource, answer })
    }
  }
  return compared
}

/**
 * Creates an object and gets it at every path that shows it, including its Scale. If a write is
 * rejected, returns only that response.
 */
export async function tablesOfCase(
  send: SendForTable,
  example: TableCase,
  name: string,
): Promise<ComparedTable[]> {
  const { metadata, isDeleted, fields, spec, status } = example
  const [group = '', kind = ''] = example.kind.split('/')
  const resource = resourceOfKind({ group, kind })
  const finalizers = isDeleted ? ['sample.example/held'] : []
  const place = resourcePathFor(resource, name)
  const body = resourceBody(
    resource,
    { name, finalizers, ...metadata },
    { ...fields, ...(spec !== undefined && { spec }) },
  )
  const writes = [
    () => send('POST', resourcePathFor(resource), body),
    ...(status === undefined ? [] : [() => send('PATCH', `${place}/status`, { status })]),
    ...(isDeleted ? [() => send('DELETE', place)] : []),
  ]
  for (const write of writes) {
    const answer = await write()
    if (answer.status >= 300) return [{ what: name, resource, answer }]
  }
  const [own, ...others] = await Promise.all(
    formsOf(resource, name).map(async ([form, path]) => ({
      what: `${name} ${form.kind}`,
      resource: form,
      answer: await send('GET', path),
    })),
  )
  return own ? [{ ...own, example }, ...others.map(one => ({ ...one, own: own.answer }))] : []
}

/** Patches a pod, in dry runs, to 2,000 random states. The pod is deleted after 1,500 of them. */
export async function tablesOfPods(send: SendForTable): Promise<ComparedTable[]> {
  const resource = resourceOfKind({ group: '', kind: 'Pod' })
  const place = resourcePathFor(resource, 'states')
  const metadata = { name: 'states', finalizers: ['sample.example/held'] }
  const made = await send(
    'POST',
    resourcePathFor(resource),
    resourceBody(resource, metadata, { spec: podSpec }),
  )
  const compared: ComparedTable[] = [{ what: 'a new pod', resource, answer: made }]
  for (const [index, status] of fc.sample(podStatus, { numRuns: 2000, seed: 1 }).entries()) {
    if (index === 1500) await send('DELETE', place)
    const answer = await send('PATCH', `${place}/status?dryRun=All`, { status })
    compared.push({ what: JSON.stringify(status), resource, answer })
  }
  return compared
}

/** Returns the types and paths at which an object is readable, with its own path first. */
function formsOf(resource: Resource, name: string): [Resource, string][] {
  const others = comparedResources.filter(row => row.view?.storedResource.kind === resource.kind)
  const scales = Object.entries(resource.subresources).filter(([, { kind }]) => kind === 'Scale')
  return [
    ...[resource, ...others].map((row): [Resource, string] => [row, resourcePathFor(row, name)]),
    ...scales.map(([part, form]): [Resource, string] => [
      form,
      resourcePathFor(resource, name, part),
    ]),
  ]
}
