// Sends one HTTP request, and reduces its response to the part that is comparable with another
// server's.

import { request } from 'undici'
import { parse } from 'yaml'
import { normalizeOutput } from '../normalize-output.ts'
import type { DrawnRequest } from './requests.ts'

export type ComparedExchange = { status: number; type: string; warnings: string[]; text: string }

export type SendDrawn = (drawn: DrawnRequest) => Promise<ComparedExchange>

/** Returns a function that sends requests to a server where every client is an administrator. */
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

/** Formats a response, with sorted members and without values that differ from run to run. */
export function comparableExchange({ status, type, warnings, text }: ComparedExchange): string {
  const isDocument = /json|yaml/.test(type) && text !== ''
  const shown = isDocument ? JSON.stringify(normal(parse(text)), null, 1) : text
  return withoutChance([`${status} ${type}`, ...warnings, shown].map(normalizeOutput).join('\n'))
}

/** Formats the output of kubectl in the same way. It is an object, or lines for people. */
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
  // Each server prints the template in the syntax of its implementation language.
  [/(spec\.template.{0,20}Invalid value: )\{.*?\}: field is/g, '$1TEMPLATE: field is'],
  // This also applies to the diff of a changed pod.
  [/(if it was previously negative\))(\\+n@@.*?|\n@@[^]*)(?="|$)/gm, '$1'],
  // The storage key of an object is internal.
  [/StorageError: invalid object.*?AdditionalErrorMsg: /g, ''],
]

// Messages about bodies that cannot be decoded. A genuine server names its Go types and functions
// in them. Only the status is compared.
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

/** Removes messages that are meant for people, and values that differ from run to run. */
function normal(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(normal)
  if (typeof value !== 'object' || value === null) return value
  const { kind, message } = value as { kind?: unknown; message?: unknown }
  if (kind === 'Status' && typeof message === 'string' && unreadable.test(message))
    return { kind, code: Reflect.get(value, 'code'), message: 'UNREADABLE' }
  // For clients, an absent list and an empty one mean the same.
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

/** Managed fields are ordered by second, so the order depends on whether writes share a second. */
const ownersSorted = (owners: unknown): unknown =>
  Array.isArray(owners)
    ? owners.map(owner => JSON.stringify(normal(timeless(owner)))).sort()
    : owners

const timeless = (owner: unknown): unknown =>
  typeof owner === 'object' && owner !== null && 'time' in owner
    ? { ...owner, time: 'TIME' }
    : owner

/** A genuine server may report a fault several times, because it validates in several places. */
const causesOnce = (causes: unknown): unknown =>
  Array.isArray(causes) ? [...new Set(causes.map(cause => JSON.stringify(normal(cause))))] : causes

const special: { readonly [name: string]: (value: unknown) => unknown } = {
  causes: causesOnce,
  managedFields: ownersSorted,
}

const templateCount = 'deprecated.daemonset.template.generation'

/** Members that are not compared: the CA certificate, descriptions, and the following ones. */
const isForPeople = (name: string, { ...of }: object): boolean =>
  name === 'ca.crt' ||
  name === 'kubernetes.io/description' ||
  // A genuine server returns it with a whole object, but not with the metadata of a row.
  name.endsWith(templateCount) ||
  // A delete returns the object as it was, or with its deletion time.
  name.startsWith('deletion') ||
  (name === 'description' && 'priority' in of && 'format' in of)
