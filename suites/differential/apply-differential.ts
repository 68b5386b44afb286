// Compares server-side apply and managed fields: performs random sequences of writes by several
// field managers on the reference and on a genuine server, and compares each response.

import * as fc from 'fast-check'
import { isDeepStrictEqual } from 'node:util'
import { createClient } from '../../fixtures/client/client.ts'
import type { Client } from '../../fixtures/client/client.ts'
import type { Target } from '../../fixtures/targets/target.ts'
import { kubeApiserverTarget } from '../../fixtures/targets/kube-apiserver/target.ts'
import { referenceTarget } from '../../fixtures/targets/reference-target.ts'
import { defineCustomKind } from './apply-custom.ts'
import { comparableAnswer, type WrittenAnswer } from './apply-answers.ts'
import { type WriteSequence, writeSequences, type WriteStep } from './apply-steps.ts'
import type { LongRun } from '../long-runs/storage-engine-runs.ts'

type Options = { readonly sequences: number; readonly seed?: number; readonly concurrency?: number }

/** Starts both servers, performs the sequences on them, and shrinks the first one that differs. */
export async function compareApplies({
  sequences,
  seed = 1,
  concurrency = 4,
}: Options): Promise<LongRun> {
  const targets = [await kubeApiserverTarget(), await referenceTarget({ dialect: 'kubernetes' })]
  try {
    return await compareAppliesOn(targets, { sequences, seed, concurrency })
  } finally {
    for (const target of targets) await target.close()
  }
}

/** Does the same as `compareApplies` on two running servers. */
export async function compareAppliesOn(
  targets: readonly Pick<Target, 'connection' | 'credentials'>[],
  { sequences, seed, concurrency }: Required<Options>,
): Promise<LongRun> {
  const clients = targets.map(one => createClient(one.connection, one.credentials.admin))
  const names = { next: 0, prefix: `s${Date.now().toString(36)}-` }
  const counts = { sequences: 0, writes: 0 }
  const tried = async (sequence: WriteSequence) => {
    counts.sequences++
    const name = `${names.prefix}${names.next++}`
    const difference = await differenceIn(sequence, { name, clients, counts })
    if (difference !== undefined) throw new Error(difference)
  }
  for (const client of clients) await defineCustomKind(client)
  try {
    const runs = await Promise.all(
      Array.from({ length: concurrency }, (_, worker) =>
        fc.check(fc.asyncProperty(writeSequences, tried), {
          numRuns: Math.ceil(sequences / concurrency),
          seed: seed * concurrency + worker,
        }),
      ),
    )
    const failed = runs.find(run => run.failed)
    const says = `${counts.sequences} sequences, ${counts.writes} writes`
    return { summary: says, ...(failed && { problem: problemIn(failed) }) }
  } finally {
    for (const client of clients) await client.close()
  }
}

/** Formats the shrunk counterexample and its difference. */
function problemIn({ counterexample, errorInstance, seed }: fc.RunDetails<[WriteSequence]>) {
  const [sequence] = counterexample ?? []
  const writes = sequence?.steps.map(({ fields, isForced, ...step }) =>
    [...Object.values(step), isForced ? 'by force' : '', JSON.stringify(fields)].join(' '),
  )
  const why = errorInstance instanceof Error ? errorInstance.message : String(errorInstance)
  return [`seed ${seed}, ${sequence?.kind.kind}:`, ...(writes ?? []), why].join('\n  ')
}

type Trial = {
  readonly name: string
  readonly clients: readonly Client[]
  readonly counts: { writes: number }
}

async function differenceIn(
  { kind, steps }: WriteSequence,
  { name, clients, counts }: Trial,
): Promise<string | undefined> {
  const path = `${kind.path}/${name}`
  const versions = ['', '']
  for (const [index, step] of steps.entries()) {
    counts.writes++
    const answers = await Promise.all(
      clients.map((client, which) => {
        const based = { ...kind, name, version: versions[which] ?? '' }
        return written(client, requestOf(step, based), path)
      }),
    )
    const [genuine, own] = answers.map((answer, which) => {
      const isNew = answer.version !== versions[which]
      versions[which] = answer.version
      return { ...comparableAnswer(answer), isNew }
    })
    if (!isDeepStrictEqual(genuine, own)) {
      const found = differences(genuine, own).slice(0, 20)
      return `write ${index} of ${name}: ${found.join('\n  ')}`
    }
    // The first write was rejected, so there is no object for the later ones.
    if (answers.every(({ version }) => version === 'undefined')) return undefined
  }
  return undefined
}

type Request = { method: string; path: string; type: string; body: object }

const types = {
  create: 'application/json',
  update: 'application/json',
  apply: 'application/apply-patch+yaml',
  merge: 'application/merge-patch+json',
} as const

const methods = { create: 'POST', update: 'PUT', apply: 'PATCH', merge: 'PATCH' } as const

function requestOf(
  { how, manager, isForced, subresource, fields }: WriteStep,
  { name, version, ...kind }: WriteSequence['kind'] & { name: string; version: string },
): Request {
  const isScale = subresource === 'scale'
  const object = isScale ? { kind: 'Scale', apiVersion: 'autoscaling/v1' } : kind
  const { metadata = {}, ...rest } = fields
  const force = how === 'apply' && isForced ? '&force=true' : ''
  const own = how === 'create' ? '' : `/${name}${subresource && `/${subresource}`}`
  return {
    method: methods[how],
    path: `${kind.path}${own}?fieldManager=${manager}${force}`,
    type: types[how],
    body: {
      kind: object.kind,
      apiVersion: object.apiVersion,
      metadata: {
        ...(metadata as object),
        name,
        ...(how === 'update' && kind.isVersioned && { resourceVersion: version }),
      },
      ...rest,
    },
  }
}

/** Sends a write, gets the object, and returns both responses. */
async function written(client: Client, request: Request, path: string): Promise<WrittenAnswer> {
  const { status, bytes } = await client.send({
    method: request.method,
    path: request.path,
    headers: { accept: 'application/json', 'content-type': request.type },
    body: JSON.stringify(request.body),
  })
  const after = await client.send({ method: 'GET', path, headers: { accept: 'application/json' } })
  const object = JSON.parse(after.bytes.toString('utf8'))
  return {
    status,
    body: JSON.parse(bytes.toString('utf8')),
    object,
    version: String(object.metadata?.resourceVersion),
  }
}

function differences(a: unknown, b: unknown, pointer = ''): string[] {
  if (isDeepStrictEqual(a, b)) return []
  if (!isBranch(a) || !isBranch(b)) {
    return [`${pointer}: expected ${JSON.stringify(a)}, got ${JSON.stringify(b)}`]
  }
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...names].flatMap(name => differences(a[name], b[name], `${pointer}/${name}`))
}

const isBranch = (value: unknown): value is { [name: string]: unknown } =>
  typeof value === 'object' && value !== null
