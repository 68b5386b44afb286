// Decides whether a smaller scenario fails for the same reason as the original one and meets the
// preconditions of the rule.

import { isSuccess } from '../../properties/history/history.ts'
import type { Exchange, History } from '../../properties/history/history.ts'
import type { Violation } from '../../properties/history/observation.ts'
import type { Judgement } from '../judge/judge.ts'

/** A violation, and the history that shows it. */
export type ObservedFailure = {
  broken: Violation
  history: History
  judgement: Pick<Judgement, 'whyNotJudged'>
}

/** Whether the failure of a smaller scenario may replace the original one. */
export const isSameFailure = (whole: ObservedFailure, part: ObservedFailure): boolean =>
  outcomeOf(part) === outcomeOf(whole) &&
  answerKind(part.broken.got) === answerKind(whole.broken.got) &&
  (part.judgement.whyNotJudged.length === 0 || whole.judgement.whyNotJudged.length > 0) &&
  isSent(whole.history, part.history) &&
  succeedsAlike(whole, part) &&
  isCreated(whole.history, part.history)

/** The method and the status of the exchange that shows the failure. */
function outcomeOf({ broken, history }: ObservedFailure): string {
  const exchange = history.exchanges.find(one => one.step === broken.at)
  return exchange ? `${exchange.request.method} ${exchange.answer?.status ?? 'none'}` : ''
}

/** The actual value without names and numbers. A list or an object is reduced to its kind. */
export function answerKind(got: string): string {
  const text = got.trim()
  if (text.startsWith('[')) return 'a list'
  if (text.startsWith('{')) return 'an object'
  return text
    .replaceAll(/"[^"]*"/g, 'a text')
    .replaceAll(/\bt[0-9a-f]{8}-\d+-[\w.-]*/g, 'a name')
    .replaceAll(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, 'a uid')
    .replaceAll(/\d+/g, 'N')
    .replaceAll(/\b([a-z]|a name|N)(, ([a-z]|a name|N)\b)*/g, 'x')
}

/** Every step that was sent in the original scenario still finds what it refers to. */
function isSent(whole: History, part: History): boolean {
  const isUnsent = ({ request, problem }: Exchange) => request.path === '' && problem !== undefined
  const known = new Set(whole.exchanges.filter(isUnsent).map(({ step }) => step))
  return part.exchanges.every(one => !isUnsent(one) || known.has(one.step))
}

/** Exchanges that succeeded still succeed, except the one that shows the failure. */
function succeedsAlike(whole: ObservedFailure, part: ObservedFailure): boolean {
  const before = new Map<string, boolean>()
  for (const exchange of whole.history.exchanges) {
    const key = stepOf(exchange)
    before.set(key, isSuccess(exchange) && before.get(key) !== false)
  }
  return part.history.exchanges.every(
    one => one.step === part.broken.at || !before.get(stepOf(one)) || isSuccess(one),
  )
}

const stepOf = ({ step, request }: Exchange): string => `${request.method} ${step}`

/** Objects that were created before a request named them still are. */
function isCreated(whole: History, part: History): boolean {
  const namedWhole = namesUsed(whole)
  return [...namesUsed(part)].every(([key, isMade]) => isMade || namedWhole.get(key) !== true)
}

/** The objects that requests name, and whether each was created before it was named first. */
function namesUsed({ exchanges, context }: History): Map<string, boolean> {
  const made = new Set<string>()
  const used = new Map<string, boolean>()
  for (const exchange of exchanges) {
    const key = keyOf(exchange, context.prefix)
    if (key === undefined) continue
    const isPost = exchange.request.method === 'POST' && exchange.about?.name === undefined
    const isCreation = isPost || exchange.answer?.status === 201
    if (!isCreation && !used.has(key)) used.set(key, made.has(key))
    if (isCreation && isSuccess(exchange)) made.add(key)
  }
  return used
}

function keyOf({ about, request }: Exchange, prefix: string): string | undefined {
  const name = about?.name ?? nameIn(request.body)
  if (!about || name === undefined) return undefined
  const { role, namespace = '' } = about
  return `${role}/${namespace}/${name.startsWith(prefix) ? name.slice(prefix.length) : name}`
}

function nameIn(body: string | undefined): string | undefined {
  if (body === undefined) return undefined
  try {
    const { metadata } = JSON.parse(body) as { metadata?: { name?: unknown } }
    return typeof metadata?.name === 'string' ? metadata.name : undefined
  } catch {
    // Not JSON, or no object: it names nothing.
    return undefined
  }
}
