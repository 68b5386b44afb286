// Determines the setting of each flag: from the command line, else from the configuration, else the
// default (AGENT-135, AGENT-158).

import { type JsonObject, isJsonObject, objectIn } from '../../api/object.ts'
import type { GivenFlag } from './parse-arguments.ts'
import type { FindingType, Flag, FlagFinding } from './flag.ts'
import { quote, previewJson } from '../../api/quote.ts'
import { valueParsers } from './values/value-parsers.ts'

export type Origin = 'flag' | 'file' | 'default'

/** The effective value of one flag, and its source. */
export type FlagSetting = {
  readonly row: Flag
  /** Undefined where the flag is unset. */
  readonly value: unknown
  readonly from: Origin
  /** One of its texts could not be read, so the value is not judged further. */
  readonly isBroken: boolean
}

export type FlagSettings = {
  readonly byRow: ReadonlyMap<Flag, FlagSetting>
  readonly findings: FlagFinding[]
}

/** Reads the setting of each row of a table. */
export function readSettings(
  rows: Iterable<Flag>,
  given: readonly GivenFlag[],
  config: JsonObject | undefined,
): FlagSettings {
  const texts = textsByRow(given)
  const findings: FlagFinding[] = []
  const byRow = new Map<Flag, FlagSetting>()
  for (const row of rows) {
    const ofFlag: Read[] = (texts.get(row) ?? []).map(text => ({
      text,
      ...valueParsers[row.type].read(text),
    }))
    const ofFile = config && row.field !== undefined ? fromFile(row, row.field, config) : undefined
    for (const { fault, advice, text } of ofFlag) {
      if (fault !== undefined) findings.push(invalid(row, text, fault))
      if (advice !== undefined) findings.push(warning(row, 'Ignored', advice))
    }
    if (ofFile?.fault !== undefined && !overrules(row, ofFlag)) {
      const { fault, text } = ofFile
      findings.push(invalid(row, text, fault + originSuffix({ row, from: 'file' })))
    }
    findings.push(...repeated(row, ofFlag.length))
    byRow.set(row, settingOf(row, { ofFlag, ofFile, hasFile: config !== undefined }))
  }
  return { byRow, findings }
}

/**
 * Returns a suffix for messages that names the configuration field, if the value comes from there.
 */
export const originSuffix = ({ row, from }: Pick<FlagSetting, 'row' | 'from'>): string =>
  from === 'file' ? ` (in the configuration: ${row.field})` : ''

function textsByRow(given: readonly GivenFlag[]): ReadonlyMap<Flag, readonly string[]> {
  const texts = new Map<Flag, string[]>()
  for (const { row, text } of given) {
    const before = texts.get(row)
    if (before) before.push(text)
    else texts.set(row, [text])
  }
  return texts
}

type Read = {
  readonly text: string
  readonly value?: unknown
  readonly fault?: string
  readonly advice?: string
}

/**
 * A flag takes precedence over the file, but feature gates of both are merged, as genuine agents
 * do.
 */
const overrules = (row: Flag, ofFlag: readonly Read[]): boolean =>
  ofFlag.length > 0 && row.type !== 'booleanPairs'

function settingOf(
  row: Flag,
  said: { ofFlag: readonly Read[]; ofFile: Read | undefined; hasFile: boolean },
): FlagSetting {
  const { ofFlag, ofFile, hasFile } = said
  const heeded = [...(ofFile && !overrules(row, ofFlag) ? [ofFile] : []), ...ofFlag]
  const isBroken = heeded.some(({ fault }) => fault !== undefined)
  const values = heeded.filter(({ fault }) => fault === undefined).map(({ value }) => value)
  if (values.length === 0) {
    const isOther = hasFile && row.defaultWithFile !== undefined
    return { row, value: isOther ? row.defaultWithFile : row.default, from: 'default', isBroken }
  }
  const value = valueParsers[row.type].merge?.(values) ?? values.at(-1)
  return { row, value, from: ofFlag.length > 0 ? 'flag' : 'file', isBroken }
}

function fromFile(row: Flag, field: string, config: JsonObject): Read | undefined {
  const json = field.split('.').reduce<unknown>((value, name) => {
    return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
  }, config)
  if (json === undefined || json === null) return undefined
  const { readJson, word } = valueParsers[row.type]
  const other = { fault: `must be ${word === '' ? 'a boolean' : `of ${word}`}` }
  return { text: typeof json === 'string' ? json : previewJson(json), ...(readJson(json) ?? other) }
}

const invalid = (row: Flag, text: string, fault: string): FlagFinding => {
  const requirement = row.formBy ?? row.requirement[0]
  return {
    severity: 'error',
    flag: `--${row.name}`,
    type: 'Invalid value',
    detail: `${quote(text)}: ${fault}`,
    ...(requirement !== undefined && { requirement }),
  }
}

function repeated(row: Flag, times: number): FlagFinding[] {
  if (times < 2 || valueParsers[row.type].merge) return []
  return [warning(row, 'Repeated', `given ${times} times; the last one applies`)]
}

const warning = (row: Flag, type: FindingType, detail: string): FlagFinding => ({
  severity: 'warning',
  flag: `--${row.name}`,
  type,
  detail,
})

/** Merges configurations in order as merge patches (AGENT-159). */
export const mergeConfigs = (files: readonly JsonObject[]): JsonObject =>
  files.reduce<JsonObject>((below, above) => objectIn(patched(below, above)), {})

function patched(below: unknown, above: unknown): unknown {
  if (!isJsonObject(above)) return above
  const members = new Map(Object.entries(objectIn(below)))
  for (const [name, value] of Object.entries(above)) {
    if (value === null) members.delete(name)
    else members.set(name, patched(members.get(name), value))
  }
  return Object.fromEntries(members)
}
