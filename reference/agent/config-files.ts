// The files of --config and --config-dir (AGENT-158, AGENT-159).

import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type JsonObject, isJsonObject } from '../api/object.ts'
import { yaml } from '../codecs/yaml-codec.ts'
import type { FlagFinding } from './flag.ts'

export type ConfigFiles = {
  /** In the order in which they are laid over each other. */
  readonly configs: readonly JsonObject[]
  readonly findings: readonly FlagFinding[]
}

/** Reads what the two flags name; what cannot be read is a finding of its flag. */
export function readConfigFiles(config: unknown, directory: unknown): ConfigFiles {
  const files = [
    ...named('--config', config, file => [file]),
    ...named('--config-dir', directory, dropIns),
  ]
  return {
    configs: files.flatMap(file => ('config' in file ? [file.config] : [])),
    findings: files.flatMap(file => ('finding' in file ? [file.finding] : [])),
  }
}

type Read = { readonly config: JsonObject } | { readonly finding: FlagFinding }

function named(flag: string, path: unknown, filesAt: (path: string) => string[]): Read[] {
  if (typeof path !== 'string' || path === '') return []
  try {
    return filesAt(path).map(file => readConfig(flag, file))
  } catch (cause) {
    return [{ finding: unreadable(flag, path, (cause as Error).message) }]
  }
}

// De facto: the order of names decides, and other files may lie beside them.
const dropIns = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.conf'))
    .toSorted()
    .map(name => join(directory, name))

function readConfig(flag: string, file: string): Read {
  try {
    const { value } = yaml.read(bytesOf(file))
    if (isJsonObject(value)) return { config: value }
    return { finding: unreadable(flag, file, 'expected an object') }
  } catch (cause) {
    return { finding: unreadable(flag, file, (cause as Error).message) }
  }
}

const bytesMax = 16 * 1024 * 1024

// Pipes and devices may never end.
function bytesOf(file: string): Buffer {
  const found = statSync(file)
  if (!found.isFile()) throw new Error('expected a file')
  if (found.size > bytesMax) throw new Error(`expected at most ${bytesMax} bytes`)
  return readFileSync(file)
}

const unreadable = (flag: string, path: string, why: string): FlagFinding => ({
  severity: 'error',
  flag,
  type: 'Invalid value',
  detail: `${JSON.stringify(path)}: ${why.split('\n', 1)[0] ?? ''}`,
})
