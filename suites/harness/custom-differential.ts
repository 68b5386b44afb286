// Whether the reference treats definitions and custom objects as a genuine server does: the same
// requests to both, and their answers compared.

import { createClient } from '../../fixtures/client/client.ts'
import type { Client } from '../../fixtures/client/client.ts'
import { kubeApiserverTarget } from '../../fixtures/targets/kube-apiserver/target.ts'
import { referenceTarget } from '../../fixtures/targets/reference.ts'
import { definitionCases } from './custom-cases.ts'
import type { Case, Step } from './custom-cases.ts'
import { toldCases, toldType } from './custom-message-cases.ts'
import { objectCases } from './custom-object-cases.ts'
import { objectTypes } from './custom-object-types.ts'
import { ruleCases, ruledCases, ruledTypes } from './custom-rule-cases.ts'
import { switchCases } from './custom-switch-cases.ts'
import { problemOf } from './engines.ts'
import type { LongRun } from './engines.ts'

type Fields = { [name: string]: unknown }

export type CustomAnswer = { status: number; body: Fields; warnings: readonly string[] }

/** Compares the answers of both to every case. */
export async function sameCustom(): Promise<LongRun> {
  const targets = [await kubeApiserverTarget(), await referenceTarget({ dialect: 'kubernetes' })]
  const clients = targets.map(({ connection, credentials }) =>
    createClient(connection, credentials.admin),
  )
  try {
    for (const client of clients) await define(client)
    const found: string[] = []
    let compared = 0
    for (const one of [
      ...definitionCases,
      ...objectCases,
      ...ruleCases,
      ...ruledCases,
      ...toldCases,
      ...switchCases,
    ]) {
      const [genuine = [], own = []] = await Promise.all(
        clients.map(client => perform(client, one)),
      )
      compared += genuine.length
      for (const [index, answer] of genuine.entries()) {
        const other = own[index]
        const place = `${one.name}, step ${index + 1}`
        const difference = isDeclared(place) ? undefined : other && differenceOf(answer, other)
        if (difference !== undefined) found.push(`${place}: ${difference}`)
      }
    }
    return { says: `${compared} answers compared`, ...problemOf(found) }
  } finally {
    for (const client of clients) await client.close()
    for (const target of targets) await target.close()
  }
}

/**
 * Where the two differ on purpose: messages of Go's own about JSON, descriptions of columns in words
 * of ours, empty members of lists, and a body in Protobuf, at which the genuine server fails.
 */
const declared = [
  /^create \{"child":\{"apiVersion":"a\/b\/c"/,
  /^create with \{"(kind|apiVersion)":/,
  /^create with \{"metadata":\{"name":"f","labels"/,
  /^the life of an object, step (16|19|20|23|24|25|26|29)$/,
  /^several versions, step (4|5)$/,
]

const isDeclared = (place: string): boolean => declared.some(one => one.test(place))

/** Makes the types of the objects, and waits until they are served and creates are not delayed. */
async function define(client: Client): Promise<void> {
  for (const body of [...objectTypes, ...ruledTypes, toldType]) {
    const { status, body: answer } = await send(client, { method: 'POST', path: crds, body })
    if (status !== 201) throw new Error(`a type was refused: ${JSON.stringify(answer)}`)
  }
  await settled()
}

const settled = () => new Promise(resolve => setTimeout(resolve, 4000))

const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'

async function perform(client: Client, { steps }: Case): Promise<CustomAnswer[]> {
  const answers: CustomAnswer[] = []
  for (const step of steps) {
    answers.push(await send(client, step))
    if (step.settles) await settled()
  }
  return answers
}

async function send(client: Client, step: Step): Promise<CustomAnswer> {
  try {
    return await sent(client, step)
  } catch (error) {
    // A server that fails at a request may end the connection.
    return { status: 0, body: { text: String(error) }, warnings: [] }
  }
}

async function sent(client: Client, { method, path, body, type, accept }: Step) {
  const standard = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'
  const { status, headers, bytes } = await client.send({
    method,
    path,
    headers: { accept: accept ?? 'application/json', 'content-type': type ?? standard },
    ...(body !== undefined && {
      body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
    }),
  })
  const warning = headers.warning ?? []
  return { status, body: parsed(bytes.toString('utf8')), warnings: [warning].flat().sort() }
}

function parsed(text: string): Fields {
  try {
    return JSON.parse(text) as Fields
  } catch {
    // Some refusals are plain text.
    return { text }
  }
}

const differenceOf = (genuine: CustomAnswer, own: CustomAnswer): string | undefined => {
  const [one, other] = [comparable(genuine), comparable(own)]
  return one === other
    ? undefined
    : `the genuine server says\n${one}\nthe reference says\n${other}\n`
}

const comparable = ({ status, body, warnings }: CustomAnswer): string =>
  JSON.stringify({
    status,
    warnings,
    ...(body.kind === 'Status' ? refusal(body) : { body: plain(body) }),
  })

/** The order of causes is that of a map in the genuine server, and so is nobody's. */
function refusal({ reason, message, details }: Fields) {
  const { causes, ...rest } = (details ?? {}) as { causes?: Fields[] }
  const others = plain(rest)
  if (!causes) return { reason, message, others }
  const texts = causes.map(cause => `${cause.field} ${cause.reason}: ${cut(cause.message)}`)
  return { reason, others, causes: [...new Set(texts)].sort() }
}

/** Values are shown in other words where they are whole schemas. */
const cut = (message: unknown): string =>
  String(message)
    .replace(/^(Invalid value: )[[{].*[\]}]: /s, '$1…: ')
    // What a compiler says of a rule is in its own words.
    .replace(/(compilation|program instantiation) failed: .*/s, 'compilation failed')
    // So is what a parser says of an address, and an error of a list is a fault of the genuine server.
    .replace(/(parse error during conversion from string): .* (evaluating rule)/, '$1: … $2')
    .replace(
      /(internal error: interface conversion.*|no such key: \w+) (evaluating rule: .*\.(sort|sortBy|distinct)\()/,
      '… $2',
    )

const chance = new Set([
  'uid',
  'creationTimestamp',
  'resourceVersion',
  'managedFields',
  'lastTransitionTime',
  'deletionTimestamp',
  'selfLink',
])

/** An object without what is given by chance, its members in order. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !chance.has(name))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, plain(inner)]),
  )
}
