// Titles of findings without a known cause.

import type { Failure } from '../suites/verdict.ts'

const titleLength = 200
const partLength = 60

/**
 * Formats a title: what the server did, what was expected instead, and the rule. If a law names the
 * place of a difference before the expected value (`/spec/a: 1`), the title begins with it. Long
 * values are shortened, and values of a single run are replaced. The finding has them in full.
 */
export function titleOf(failure: Failure): string {
  const [, place, wanted] = /^(\/[^:]*): (.+)$/s.exec(failure.expected) ?? []
  const where = place === undefined ? '' : `${withoutRun(place, failure)} is `
  const says = failure.says.trim().replace(/\.$/, '')
  const [got, expected] = [failure.got, wanted ?? failure.expected].map(text =>
    shortenTo(inWords(withoutRun(text, failure)), partLength),
  )
  if (isCutObject(got) && isCutObject(expected))
    return short(`${where}another object than expected: ${says}`)
  const isLikeExpected = got === expected || (isPlaceholder(got) && expected?.startsWith(`${got} `))
  const other = isLikeExpected ? `another ${got}` : got
  return short(`${where}${other} instead of ${expected}: ${says}`)
}

const isPlaceholder = (text = ''): boolean => /^<[a-z]+>$/.test(text)

/** The beginning of a JSON object says nothing about how it differs from another one. */
const isCutObject = (text = ''): boolean => text.startsWith('{') && text.endsWith('…')

const inWords = (text: string): string => emptyValues.get(text) ?? statusIn(text) ?? text

/** Returns the code and reason of a printed Status. */
function statusIn(text: string): string | undefined {
  if (!/^\{.*"kind":\s*"Status"/.test(text)) return undefined
  const code = /"code":\s*(\d{3})\b/.exec(text)?.[1]
  const reason = /"reason":\s*"(\w+)"/.exec(text)?.[1]
  return code === undefined ? undefined : [code, reason ?? []].flat().join(' ')
}

const emptyValues = new Map([
  ['', 'nothing'],
  ['[]', 'an empty list'],
  ['{}', 'an empty object'],
])

// The values that a run has by chance, except those that the scenario itself sends.
const ofRun: [RegExp, string][] = [
  [/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, '<uid>'],
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, '<time>'],
  [/(?<=\b(?:at|after|version|resourceVersion) )\d+\b(?! documents\b)/g, '<version>'],
  [/\b\d{4,}(?= or a later version\b)|(?<=\bat least )\d{4,}\b/g, '<version>'],
]

/** Removes the prefixes of names of a run, and replaces its uids, times and versions. */
function withoutRun(text: string, { case: saved }: Failure): string {
  const scenario = JSON.stringify(saved) ?? ''
  const named = text
    .trim()
    .replaceAll(/\btouchstone-[0-9a-f]{8}-|\bt[0-9a-f]{8}-\d+-/g, '')
    .replaceAll(/\btouchstone-[0-9a-f]{8}(?=\.)/g, 'touchstone')
  return ofRun.reduce(
    (rest, [form, word]) =>
      rest.replaceAll(form, value => (value.length > 3 && scenario.includes(value) ? value : word)),
    named,
  )
}

const short = (text: string): string => shortenTo(text, titleLength)

/** Shortens a text to a number of characters, at the end of a word. */
function shortenTo(text: string, length: number): string {
  const characters = [...text]
  if (characters.length <= length) return text
  const head = characters.slice(0, length - 1).join('')
  const words = head.slice(0, Math.max(head.lastIndexOf(' '), 0)).replace(/[\s,;:([{]+$/, '')
  return `${words.length > length / 2 ? words : head}…`
}
