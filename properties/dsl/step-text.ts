// Formats a scenario as text, one line per step.

import { isBookmarkPoll } from './bookmark-poll.ts'
import {
  isConfigCheckStep,
  isWaitStep,
  isCloseStep,
  isControlStep,
  isDefineTypeStep,
  isConcurrentStep,
  isPollStep,
  isPagedListStep,
  isWatchStep,
} from './scenario.ts'
import type {
  ConfigCheckStep,
  WaitStep,
  RequestBody,
  ControlStep,
  RequestStep,
  Scenario,
  SingleStep,
  Step,
  PollStep,
} from './scenario.ts'
import type { Term } from './term.ts'

/** Returns the steps of a scenario, one readable line each. */
export const stepLines = (scenario: Scenario): string[] => scenario.steps.flatMap(stepLine)

function stepLine(step: Step): string[] {
  if (isControlStep(step)) return [`${step.as}: ${controlText(step)}`]
  if (isPollStep(step)) return [pollLine(step)]
  if (isDefineTypeStep(step)) return [`${step.as}: define ${termText(step.define)}`]
  if (isConfigCheckStep(step)) return [acceptsLine(step)]
  if (isConcurrentStep(step)) {
    return step.concurrent.flatMap((lane, index) =>
      lane.map(one => `concurrently, sequence ${index + 1}: ${singleLine(one)}`),
    )
  }
  if (!isPagedListStep(step)) return [singleLine(step)]
  const between = (step.between ?? []).flatMap((group, index) =>
    group.map(one => `  after chunk ${index + 1}: ${requestLine(one)}`),
  )
  return [`every chunk of ${requestLine(step.pagedList)}`, ...between]
}

function acceptsLine({ as, accepts }: ConfigCheckStep): string {
  const { files, flags = [], gates = {}, facts = {} } = accepts
  const parts = [
    ...files.map(file =>
      'text' in file
        ? `the text ${termText(file.text)} in ${file.name}`
        : `${termText(file.document)} in ${file.name}`,
    ),
    ...flags.map(termText),
    ...Object.entries(gates).map(([gate, isOn]) => `the gate ${gate}=${isOn}`),
    ...Object.entries(facts).map(([name, value]) => `${name}=${value} is known`),
  ]
  return `${as}: is it accepted? ${parts.join(', ')}`
}

function controlText(step: ControlStep): string {
  if (step.control === 'advance') return `advance ${step.ms} ms`
  return step.control === 'corrupt' ? `corrupt ${step.object}` : step.control
}

function pollLine(step: PollStep): string {
  const { poll, status, shows, isRefused, laterSecondThan } = step
  if (isBookmarkPoll(step))
    return `until ${step.untilBookmarkOn} shows a bookmark: ${requestLine(poll)}`
  if (laterSecondThan !== undefined)
    return `until a later second than ${laterSecondThan}: ${requestLine(poll)}`
  if (isRefused) return `until it is refused: ${requestLine(poll)}`
  const answer = status === undefined ? `shows ${termText(shows ?? {})}` : `is ${status}`
  return `until the answer ${answer}: ${requestLine(poll)}`
}

function singleLine(step: SingleStep): string {
  if (isWaitStep(step)) return `wait until ${step.waitOn} shows ${awaited(step)}`
  if (isCloseStep(step)) return `close ${step.close}`
  if (!isWatchStep(step)) return requestLine(step)
  const reader = step.reader === undefined ? '' : `, with a ${step.reader} reader`
  return `${requestLine(step.watch)}${reader}`
}

function awaited(step: WaitStep): string {
  if ('version' in step) return termText(step.version)
  if ('type' in step) return `an event of type ${step.type}`
  return 'events' in step ? `${step.events} events` : 'its end'
}

function requestLine(request: RequestStep): string {
  const query = Object.entries(request.query ?? {}).map(([key, term]) => `${key}=${termText(term)}`)
  const who = request.who ? ` as ${request.who}` : ''
  const body = request.body === undefined ? '' : ` with ${bodyText(request.body)}`
  const search = query.length > 0 ? `?${query.join('&')}` : ''
  const server = request.server === undefined ? '' : ` on the server with ${request.server}`
  const headers = headersText(request)
  return `${request.as}: ${request.method} ${placeText(request)}${search}${headers}${body}${who}${server}`
}

function placeText({ to }: RequestStep): string {
  if ('path' in to) return termText(to.path)
  const name = to.name === undefined ? '' : `/${termText(to.name)}`
  const namespace = to.namespace === undefined || to.namespace === 0 ? '' : `@${to.namespace}`
  return `${to.role}${namespace}${name}${to.subresource ? `/${to.subresource}` : ''}`
}

function bodyText(body: RequestBody): string {
  if (typeof body !== 'object' || body === null) return termText(body)
  if ('$text' in body) return `the text ${termText(body.$text as Term)}`
  if ('$base64' in body) return `the bytes ${clipped(String(body.$base64))} (base64)`
  if (!('$as' in body)) return termText(body as Term)
  const envelope = body.envelope ? ` in an envelope of ${JSON.stringify(body.envelope)}` : ''
  return `${termText(body.$value as Term)} as ${String(body.$as)}${envelope}`
}

/** The headers that the step sets. */
const headersText = ({ headers = {} }: RequestStep): string =>
  Object.entries(headers)
    .map(([name, term]) => ` (${name}: ${term === null ? 'left out' : termText(term)})`)
    .join('')

/** Formats a term for people; long ones are cut. */
export function termText(term: Term): string {
  if (term === null || typeof term !== 'object')
    return clipped(JSON.stringify(term)).replaceAll(/^"|"$/g, '')
  if (Array.isArray(term)) return clipped(`[${term.map(termText).join(', ')}]`)
  if ('$seen' in term) return `${String(term.$seen)}${String(term.at)}`
  if ('$name' in term) return String(term.$name)
  if ('$namespace' in term) return `namespace ${String(term.$namespace)}`
  if ('$word' in term) return `${String(term.of)}.${String(term.$word)}`
  if ('$group' in term) return `${String(term.$group)}.<api-domain>`
  if ('$media' in term) return [term.$media, term.as].filter(Boolean).map(String).join(' as ')
  if ('$check' in term) return `check ${String(term.nth)} of ${String(term.$check)}`
  if ('$failing' in term) return 'the failing check'
  if ('$host' in term) return `<issuers>${String(term.$host)}`
  if ('$hostAuthority' in term) return 'the authority of the host'
  if ('$token' in term) return `a token of ${String(term.$token)}`
  if ('$first' in term) return (term.$first as Term[]).map(termText).join(', or ')
  if ('$join' in term) return (term.$join as Term[]).map(termText).join('')
  if ('$repeat' in term) return `${String(term.times)} times ${clipped(String(term.$repeat))}`
  if ('$members' in term) return 'the rest of a sample'
  if ('$sample' in term) return sampleText(term as SampleHole)
  if ('$edit' in term)
    return editText(term as { $edit: Term; set?: Record<string, Term>; drop?: string[] })
  return clipped(
    `{${Object.entries(term)
      .map(([key, part]) => `${key}: ${termText(part as Term)}`)
      .join(', ')}}`,
  )
}

type SampleHole = { name?: Term; content?: string | null; status?: 0 | 1 }

const sampleText = ({ name, content, status }: SampleHole): string =>
  [
    'a sample',
    ...(name === undefined ? [] : [`named ${termText(name)}`]),
    ...(content === undefined
      ? []
      : [content === null ? 'without content' : `holding ${JSON.stringify(content)}`]),
    ...(status === undefined ? [] : [`with status ${status + 1}`]),
  ].join(' ')

function editText(term: { $edit: Term; set?: Record<string, Term>; drop?: string[] }): string {
  const set = Object.entries(term.set ?? {}).map(
    ([pointer, value]) => `${pointer} = ${termText(value)}`,
  )
  const drop = (term.drop ?? []).map(pointer => `without ${pointer}`)
  const changes = [...set, ...drop].join(', ')
  return changes === '' ? termText(term.$edit) : `${termText(term.$edit)} (${changes})`
}

const clipped = (text: string): string => (text.length > 120 ? `${text.slice(0, 117)}...` : text)
