// One request over HTTP, and what of its answer can be compared with that of another server.

import { request } from 'undici'
import { parse } from 'yaml'
import { normalizeOutput } from '../normalize-output.ts'
import type { DrawnRequest } from './requests.ts'

export type ComparedExchange = { status: number; type: string; warnings: string[]; text: string }

export type SendDrawn = (drawn: DrawnRequest) => Promise<ComparedExchange>

/** Asks a server that takes everybody for an administrator. */
export const senderTo =
  (url: string): SendDrawn =>
  async ({ method, path, headers, body }) => {
    const answer = await request(`${url}${path}`, {
      method: method as 'GET',
      headers,
      ...(body !== undefined && { body }),
    })
    const text = await answer.body.text()
    const { 'content-type': type = '', warning = [] } = answer.headers
    return {
      status: answer.statusCode,
      type: [type].flat().join(),
      warnings: [warning].flat().flatMap(one => one.split(/, (?=299 )/)),
      text,
    }
  }

/** What is never the same twice is replaced, and the order of members does not count. */
export function comparableExchange({ status, type, warnings, text }: ComparedExchange): string {
  const isDocument = /json|yaml/.test(type) && text !== ''
  const shown = isDocument ? JSON.stringify(normal(parse(text)), null, 1) : text
  return withoutChance([`${status} ${type}`, ...warnings, shown].map(normalizeOutput).join('\n'))
}

/** The same of what kubectl has printed: an object, or lines for people. */
export function comparableText(text: string): string {
  const isDocument = /^(\{|apiVersion: )/.test(text)
  const shown = isDocument ? JSON.stringify(normal(parse(text)), null, 1) : text
  return withoutChance(normalizeOutput(shown)).replaceAll(unreadableLine, 'UNREADABLE')
}

const withoutChance = (text: string): string =>
  chance.reduce((rest, [pattern, word]) => rest.replaceAll(pattern, word), text)

const chance: readonly (readonly [RegExp, string])[] = [
  [/\b(made-)[a-z0-9]{5}\b/g, '$1SUFFIX'],
  [/in record \(\d+\)/g, 'in record (VERSION)'],
  // A template is shown in the words of its program.
  [/(spec\.template.{0,20}Invalid value: )\{.*?\}: field is/g, '$1TEMPLATE: field is'],
  // What is other in a pod is shown in the words of its program, too.
  [/(if it was previously negative\))(\\+n@@.*?|\n@@[^]*)(?="|$)/gm, '$1'],
  // Where a store keeps an object is its own affair.
  [/StorageError: invalid object.*?AdditionalErrorMsg: /g, ''],
]

// What a reader of bodies says of one that it cannot read: a genuine server names the types and
// functions of the language that it is written in. Which status it is does count.
const unreadable = new RegExp(
  [
    'cannot be handled as an? ',
    'object provided is unrecognized',
    '^error decoding patch',
    '^Invalid JSON Patch',
    '^body: ',
    '^strategic merge patch: ',
    '^merge patch: ',
    'the API version in the data',
    '^JSON patch: ',
    '^\\[\\d+\\]: must be an object',
    '^json: cannot unmarshal',
    '^error decoding YAML',
    '^no kind .* is registered for',
    '^ "" is invalid: patch: Invalid value',
    '^failed to (create typed patch|convert new) object',
  ].join('|'),
)

const unreadableLine =
  /^.*(?:cannot be handled as|is invalid: patch: Invalid value|Invalid value: .*(?:cannot convert|unrecognized type|cannot restore)|provided is unrecognized|failed to (?:create typed patch|convert new) object).*$/gm

/** A document without what is told for people, or by chance. */
function normal(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(normal)
  if (typeof value !== 'object' || value === null) return value
  const { kind, message } = value as { kind?: unknown; message?: unknown }
  if (kind === 'Status' && typeof message === 'string' && unreadable.test(message))
    return { kind, code: Reflect.get(value, 'code'), message: 'UNREADABLE' }
  // Clients read nothing, and an empty list, alike.
  const entries = Object.entries(value).filter(
    ([name, member]) =>
      !(['items', 'rules', 'annotations', 'continue'].includes(name) && isEmpty(member)) &&
      !isForPeople(name, value),
  )
  return Object.fromEntries(
    entries
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, member]) => [name, (special[name] ?? normal)(member)]),
  )
}

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.keys(normal(value) as object).length === 0)

/** Owners stand in the order of their times, which are seconds: whether two share one is chance. */
const ownersSorted = (owners: unknown): unknown =>
  Array.isArray(owners)
    ? owners.map(owner => JSON.stringify(normal(timeless(owner)))).sort()
    : owners

const timeless = (owner: unknown): unknown =>
  typeof owner === 'object' && owner !== null && 'time' in owner
    ? { ...owner, time: 'TIME' }
    : owner

/** A genuine server may find one fault several times, as its rules are checked in several places. */
const causesOnce = (causes: unknown): unknown =>
  Array.isArray(causes) ? [...new Set(causes.map(cause => JSON.stringify(normal(cause))))] : causes

const special: { readonly [name: string]: (value: unknown) => unknown } = {
  causes: causesOnce,
  managedFields: ownersSorted,
}

const templateCount = 'deprecated.daemonset.template.generation'

/** The authority of the server, and words about it and about the columns of a Table. */
const isForPeople = (name: string, { ...of }: object): boolean =>
  name === 'ca.crt' ||
  name === 'kubernetes.io/description' ||
  // Genuine servers show it as a whole, and not among the metadata of a row.
  name.endsWith(templateCount) ||
  // The object that a delete answers with is shown as it was, or with the time of its end.
  name.startsWith('deletion') ||
  (name === 'description' && 'priority' in of && 'format' in of)
