// Words the reason why a scenario could not be judged for the reader of a report.

import type { Exchange, History } from '../../properties/history/history.ts'

/**
 * Formats an unmet precondition: a step that was not sent names the response that lacks what it
 * needs, and names have no prefix of the run. With its history, a step is named by its request.
 */
export function unmetReason(precondition: string, history?: History): string {
  const text = rewordings.reduce((rest, [form, words]) => rest.replace(form, words), precondition)
  return withoutPrefixes(history ? withRequest(text, history) : text)
}

const prefixes = /\btouchstone-[0-9a-f]{8}-|\bt[0-9a-f]{8}-\d+-/g

const withoutPrefixes = (text: string): string => text.replaceAll(prefixes, '')

const rewordings: [RegExp, string][] = [
  // `twin (GET main) returned nothing (list has no /metadata/continue)`
  [
    /^(.+?)(?: \([A-Z]+ [^)]*\)| is not a list: it)? returned nothing \((.+ (?:has no \/\S+|lists no check))\)$/,
    '$1 was not sent: the response to $2',
  ],
  [/^(.+) shows marker: \1 is not an open stream$/, '$1 is not an open stream'],
]

// What a reason says about a step, after its label and perhaps its method and role.
const statement =
  /^(?: \((?:[A-Z]+ [^)]*|create)\))?(?=(?:: it)? (?:returned|was (?:not )?refused|did not succeed|is not a list)\b)/

/** Replaces the label at the start of a reason with the request, which a reader can understand. */
function withRequest(text: string, { exchanges, context }: History): string {
  const named = exchanges
    .filter(({ step, request }) => request.path !== '' && text.startsWith(step))
    .filter(({ step }) => statement.test(text.slice(step.length)))
    .toSorted((a, b) => b.step.length - a.step.length)
  // Several requests may have one label. The reason is about one that got its status.
  const [, status] = /\b(?:returned|did not succeed:) (\d{3})\b/.exec(text) ?? []
  const ofLabel = named.filter(({ step }) => step === named[0]?.step)
  const found = ofLabel.find(({ answer }) => String(answer?.status) === status) ?? named[0]
  if (!found) return text
  const rest = text.slice(found.step.length).replace(statement, '')
  return `${requestLine(found, context.namespaces)} (step "${found.step}")${rest}`
}

const pathLength = 160

/** The method and the path of a request. Namespaces of the run and versions are left out. */
function requestLine({ request: { method, path } }: Exchange, namespaces: string[]): string {
  const steady = path
    .replace(/(?<=\/namespaces\/)[^/?]+/, name => (namespaces.includes(name) ? '…' : name))
    .replaceAll(/\b(resourceVersion|continue|sinceTime)=[^&]+/g, '$1=…')
  const shown = withoutPrefixes(steady)
  return `${method} ${shown.length > pathLength ? `${shown.slice(0, pathLength - 1)}…` : shown}`
}
