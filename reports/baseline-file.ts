// A baseline as a YAML file that people review and edit.

import { parse, stringify } from 'yaml'
import type { Reason } from './fingerprint.ts'

export type Baseline = {
  apiVersion: 'touchstone/v1alpha1'
  kind: 'Baseline'
  /** The target's name, for the reader. */
  target: string
  /** One an id, sorted by id. */
  failures: Known[]
}
/** A known failure; `hash` is that of the whole reason, of which `reason` may be the beginning. */
export type Known = Reason & { id: string }

/** A baseline file cannot be used; the message is one line: what, where, expected, got. */
export class BaselineProblem extends Error {
  override name = 'BaselineProblem'
}

/** The file's content. */
export function baselineText(baseline: Baseline): string {
  const head =
    '# Known failures. A new, changed, stale or no longer run entry makes a run exit 1.\n'
  return head + stringify(baseline, { lineWidth: 0 })
}

/** Reads a file's content; throws a BaselineProblem when it is no baseline. */
export function parseBaseline(text: string, file: string): Baseline {
  const value = read(text, file)
  const { apiVersion, kind, target, failures } = record(value, { file, at: 'the file' })
  demand(kind === 'Baseline', { file, at: 'kind', expected: 'Baseline', got: kind })
  const version = 'touchstone/v1alpha1'
  demand(apiVersion === version, { file, at: 'apiVersion', expected: version, got: apiVersion })
  demand(Array.isArray(failures), { file, at: 'failures', expected: 'a list', got: failures })

  const known = failures.map((entry, at) => knownFrom(entry, { file, at: `failures[${at}]` }))
  const ids = known.map(entry => entry.id)
  const twice = ids.find((id, at) => ids.indexOf(id) !== at)
  const expected = 'one entry an id'
  demand(twice === undefined, { file, at: 'failures', expected, got: `${twice} twice` })
  return { apiVersion: version, kind: 'Baseline', target: String(target ?? ''), failures: known }
}

type Place = { file: string; at: string }

function knownFrom(entry: unknown, { file, at }: Place): Known {
  const { id, reason, hash } = record(entry, { file, at })
  const isId = typeof id === 'string' && /^[A-Z0-9]+(-[A-Z0-9]+)+$/.test(id)
  demand(isId, { file, at: `${at}.id`, expected: 'an id such as LIST-007', got: id })
  demand(typeof reason === 'string', { file, at: `${at}.reason`, expected: 'a text', got: reason })
  const isHash = typeof hash === 'string' && /^[0-9a-f]{12}$/.test(hash)
  demand(isHash, { file, at: `${at}.hash`, expected: '12 hexadecimal digits, quoted', got: hash })
  return { id, reason, hash }
}

function read(text: string, file: string): unknown {
  try {
    return parse(text)
  } catch (cause) {
    // The library reports a file that is not YAML by throwing; its first line says where.
    const [line] = String((cause as Error).message).split('\n')
    throw new BaselineProblem(`${file}: expected YAML, got: ${line}`, { cause })
  }
}

function record(value: unknown, { file, at }: Place): Record<string, unknown> {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value)
  demand(isRecord, { file, at, expected: 'a mapping', got: value })
  return value as Record<string, unknown>
}

function demand(
  holds: boolean,
  { file, at, expected, got }: Place & { expected: string; got: unknown },
): asserts holds {
  if (holds) return
  const shown = got === undefined ? 'nothing' : JSON.stringify(got).slice(0, 80)
  throw new BaselineProblem(`${file}: ${at}: must be ${expected}, got ${shown}`)
}
