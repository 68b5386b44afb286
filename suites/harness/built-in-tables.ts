// Whether the reference makes the rows of the built-in types as a genuine server does: of samples of
// them, of each sample without each of its members, and of objects in many states. The genuine
// server says what it has and which row that makes; the row is made anew of what it has.

import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { parse } from 'yaml'
import { createClient } from '../../fixtures/client/client.ts'
import type { Client } from '../../fixtures/client/client.ts'
import { pathOf } from '../../fixtures/objects/probe-types.ts'
import type { Json } from '../../fixtures/objects/probe-types.ts'
import { samples } from '../../fixtures/objects/samples.ts'
import { kubeApiserverTarget } from '../../fixtures/targets/kube-apiserver/target.ts'
import { apiVersionOf } from '../../reference/api/resource.ts'
import type { Resource } from '../../reference/api/resource.ts'
import { kubernetes } from '../../reference/dialects/kubernetes.ts'
import { builtInResources } from '../../reference/server/resources.ts'
import { omissions } from './built-in-defaults.ts'
import { problemOf } from './engines.ts'
import type { LongRun } from './engines.ts'
import { differences, isTable } from './table-differences.ts'
import type { GenuineTable } from './table-differences.ts'
import { podSpec, podStatus } from './table-pods.ts'

type Fields = { [name: string]: Json }

/** An object in some state; reference/tables/cells.test.ts says what its cells are. */
type Case = {
  kind: string
  metadata?: Fields
  isDeleted?: true
  fields?: Fields
  spec?: Json
  status?: Json
  cells: Fields
}

type Answer = { status: number; body: unknown; between: readonly [number, number] }

type Compared = {
  what: string
  resource: Resource
  answer: Answer
  /** How the server shows the same object as the type that is kept. */
  own?: Answer
  example?: Case
}

type Send = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: Fields,
) => Promise<Answer>

const { apiDomain } = kubernetes
const resources = builtInResources(kubernetes)
const cases = parse(
  readFileSync(new URL('../../reference/tables/cells.cases.yaml', import.meta.url), 'utf8'),
) as Case[]

/** Compares the columns of each type, and the cells of rows. */
export async function sameTables(): Promise<LongRun> {
  const target = await kubeApiserverTarget()
  const client = createClient(target.connection, target.credentials.admin)
  const send = sender(client)
  try {
    const compared = [...(await ofTypes(send)), ...(await ofSamples(send)), ...(await ofPods(send))]
    for (const [index, example] of cases.entries())
      compared.push(...(await ofCase(send, example, `case-${index}`)))
    const found = [...compared.flatMap(problemsOf), ...notSeen(compared)]
    return { says: `${compared.length} tables compared`, ...problemOf(found) }
  } finally {
    await client.close()
    await target.close()
  }
}

function sender(client: Client): Send {
  return async (method, path, body) => {
    const start = Date.now()
    const { status, bytes } = await client.send({
      method,
      path: `${path}${path.includes('?') ? '&' : '?'}includeObject=Object`,
      headers: {
        accept: `application/json;as=Table;g=meta.${apiDomain};v=v1`,
        'content-type': `application/${method === 'PATCH' ? 'merge-patch+' : ''}json`,
      },
      ...(body && { body: Buffer.from(JSON.stringify(body)) }),
    })
    return { status, body: JSON.parse(bytes.toString('utf8')), between: [start, Date.now()] }
  }
}

const placeOf = (resource: Resource, name?: string, subresource?: string): string =>
  pathOf(resource, resource.isNamespaced ? 'default' : undefined, name, subresource)

/** What is there from the start. */
const ofTypes = async (send: Send): Promise<Compared[]> =>
  Promise.all(
    resources
      .filter(({ verbs }) => verbs.includes('list'))
      .map(async resource => ({
        what: resource.resource,
        resource,
        answer: await send('GET', pathOf(resource)),
      })),
  )

async function ofSamples(send: Send): Promise<Compared[]> {
  const compared: Compared[] = []
  for (const { group, version, kind, fields } of samples) {
    const resource = served({ group, version, kind })
    const bodies: [string, Json][] = [['', fields], ...omissions(fields)]
    for (const [without, body] of bodies) {
      const sent = bodyOf(resource, { name: 'sample' }, body as Fields)
      const answer = await send('POST', `${placeOf(resource)}?dryRun=All`, sent)
      const what = `${kind} without ${without || 'nothing'}`
      if (answer.status < 300) compared.push({ what, resource, answer })
    }
  }
  return compared
}

type Named = { group: string; version?: string; kind: string }

function served({ group, version, kind }: Named): Resource {
  const open = group.replace('*', apiDomain)
  const found = resources.find(
    row => row.group === open && row.kind === kind && row.version === (version ?? row.version),
  )
  if (!found) throw new Error(`${group}/${kind} is not served`)
  return found
}

const bodyOf = (type: Resource, metadata: Fields, fields: Fields): Fields => ({
  kind: type.kind,
  apiVersion: apiVersionOf(type),
  metadata,
  ...fields,
})

/** An object in some state, in each of its forms and as a Scale; the first answer that is a refusal. */
async function ofCase(send: Send, example: Case, name: string): Promise<Compared[]> {
  const { metadata, isDeleted, fields, spec, status } = example
  const [group = '', kind = ''] = example.kind.split('/')
  const resource = served({ group, kind })
  const finalizers = isDeleted ? ['sample.example/held'] : []
  const place = placeOf(resource, name)
  const body = bodyOf(
    resource,
    { name, finalizers, ...metadata },
    { ...fields, ...(spec !== undefined && { spec }) },
  )
  const writes = [
    () => send('POST', placeOf(resource), body),
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

/** A pod in many states, before and after it is deleted. */
async function ofPods(send: Send): Promise<Compared[]> {
  const resource = served({ group: '', kind: 'Pod' })
  const place = placeOf(resource, 'states')
  const metadata = { name: 'states', finalizers: ['sample.example/held'] }
  const made = await send('POST', placeOf(resource), bodyOf(resource, metadata, { spec: podSpec }))
  const compared: Compared[] = [{ what: 'a new pod', resource, answer: made }]
  for (const [index, status] of fc.sample(podStatus, { numRuns: 2000, seed: 1 }).entries()) {
    if (index === 1500) await send('DELETE', place)
    const answer = await send('PATCH', `${place}/status?dryRun=All`, { status })
    compared.push({ what: JSON.stringify(status), resource, answer })
  }
  return compared
}

/** The paths on which an object is seen, its own first. */
function formsOf(resource: Resource, name: string): [Resource, string][] {
  const others = resources.filter(row => row.view?.of.kind === resource.kind)
  const scales = Object.entries(resource.subresources).filter(([, { kind }]) => kind === 'Scale')
  return [
    ...[resource, ...others].map((row): [Resource, string] => [row, placeOf(row, name)]),
    ...scales.map(([part, form]): [Resource, string] => [form, placeOf(resource, name, part)]),
  ]
}

function problemsOf({ what, resource, answer, own, example }: Compared): string[] {
  const { body, between } = answer
  if (!isTable(body)) return [`${what}: ${JSON.stringify(body)}`]
  return [
    ...differences(resource, body, { between, apiDomain, own: own?.body }),
    ...(example ? unlike(example, body) : []),
  ].map(one => `${what}: ${one}`)
}

/** A type of which no row was compared is not proven to be the same. */
const notSeen = (compared: readonly Compared[]): string[] => {
  const seen = compared.filter(({ answer: { body } }) => isTable(body) && body.rows?.length)
  return resources
    .filter(({ verbs }) => verbs.includes('list'))
    .filter(one => !seen.some(({ resource }) => resource === one))
    .map(({ group, kind }) => `no row of ${group}/${kind} was compared`)
}

const span = /\b\d+[smhdy]/

/** The cells of a case are those of the genuine server, but for what depends on the time and name. */
function unlike({ cells }: Case, { columnDefinitions, rows }: GenuineTable): string[] {
  return columnDefinitions.flatMap(({ name }, index) => {
    const [expected, got] = [rows?.[0]?.cells[index], cells[name]]
    if (got === undefined || name === 'Name' || span.test(String(got))) return []
    return expected === got ? [] : [`${name} is ${JSON.stringify(expected)}, not as the case says`]
  })
}
