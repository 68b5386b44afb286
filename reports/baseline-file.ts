// Reads and writes a baseline as a YAML file that people review and edit.

import { parse, stringify } from 'yaml'
import type { VerdictWord } from '../suites/verdict.ts'
import type { FailureReason } from './fingerprint.ts'
import { BaselineProblem } from './file-errors.ts'

/** The content of a baseline file. */
export type Baseline = {
  apiVersion: 'touchstone/v1alpha1'
  kind: 'Baseline'
  /** The name of the target, for the reader. */
  target: string
  /** One per id, sorted by id. */
  entries: BaselineEntry[]
}

/**
 * The verdicts that a baseline can hold. An `error` is a fault of the harness, so it is excluded.
 */
export const baselineVerdicts = ['fail', 'flaky', 'inconclusive', 'waived', 'observed'] as const
export type BaselineVerdict = (typeof baselineVerdicts)[number]

/**
 * A row that is known not to pass. `hash` is the hash of the full reason, which `reason` may
 * shorten. `note` is written by people and kept by updates.
 */
export type BaselineEntry = FailureReason & { id: string; verdict: BaselineVerdict; note?: string }

/** Whether a baseline can hold this verdict. */
export const isBaselineVerdict = (verdict: VerdictWord): verdict is BaselineVerdict =>
  baselineVerdicts.some(one => one === verdict)

/** Returns the content of the file. */
export function baselineText(baseline: Baseline): string {
  const head =
    '# Rows that are known not to pass. A run exits 1 if another row fails, or if one of these\n' +
    '# fails for another reason, passes or is not judged. `note` is free text; updates keep it.\n'
  return head + stringify(baseline, { lineWidth: 0 })
}

/** Parses the content of a file. Throws a BaselineProblem if it is not a baseline. */
export function parseBaseline(text: string, file: string): Baseline {
  const value = read(text, file)
  const { apiVersion, kind, target, entries } = record(value, { file, path: 'the file' })
  demand(kind === 'Baseline', { file, path: 'kind', expected: 'Baseline', got: kind })
  const version = 'touchstone/v1alpha1'
  demand(apiVersion === version, { file, path: 'apiVersion', expected: version, got: apiVersion })
  demand(Array.isArray(entries), { file, path: 'entries', expected: 'a list', got: entries })

  const known = entries.map((entry, index) => knownFrom(entry, { file, path: `entries[${index}]` }))
  const ids = known.map(entry => entry.id)
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  const expected = 'one entry per id'
  demand(twice === undefined, { file, path: 'entries', expected, got: `${twice} twice` })
  return { apiVersion: version, kind: 'Baseline', target: String(target ?? ''), entries: known }
}

type Place = { file: string; path: string }

function knownFrom(entry: unknown, { file, path }: Place): BaselineEntry {
  const { id, verdict, reason, hash, note } = record(entry, { file, path })
  const isId = typeof id === 'string' && /^[A-Z0-9]+(-[A-Z0-9]+)+$/.test(id)
  demand(isId, { file, path: `${path}.id`, expected: 'an id such as LIST-007', got: id })
  const word = baselineVerdicts.find(one => one === verdict)
  const words = `one of ${baselineVerdicts.join(', ')}`
  demand(word !== undefined, { file, path: `${path}.verdict`, expected: words, got: verdict })
  demand(typeof reason === 'string', {
    file,
    path: `${path}.reason`,
    expected: 'a string',
    got: reason,
  })
  const isHash = typeof hash === 'string' && /^[0-9a-f]{12}$/.test(hash)
  demand(isHash, {
    file,
    path: `${path}.hash`,
    expected: '12 hexadecimal digits, quoted',
    got: hash,
  })
  const isNote = note === undefined || typeof note === 'string'
  demand(isNote, { file, path: `${path}.note`, expected: 'a string', got: note })
  return { id, verdict: word, reason, hash, ...(note === undefined ? {} : { note }) }
}

function read(text: string, file: string): unknown {
  try {
    return parse(text)
  } catch (cause) {
    // The library throws if the text is not YAML. The first line of its message has the position.
    const [line] = String((cause as Error).message).split('\n')
    throw new BaselineProblem(`${file}: expected YAML, got: ${line}`, { cause })
  }
}

function record(value: unknown, { file, path }: Place): Record<string, unknown> {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value)
  demand(isRecord, { file, path, expected: 'a mapping', got: value })
  return value as Record<string, unknown>
}

function demand(
  holds: boolean,
  { file, path, expected, got }: Place & { expected: string; got: unknown },
): asserts holds {
  if (holds) return
  const shown = got === undefined ? 'nothing' : JSON.stringify(got).slice(0, 80)
  throw new BaselineProblem(`${file}: ${path}: expected ${expected}, got ${shown}`)
}
