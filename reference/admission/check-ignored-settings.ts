import { valueForbidden, type StatusCause } from '../api/status-causes.ts'
import { isJsonObject, type ApiObject } from '../api/object.ts'
import type { Parts } from '../parts/parts.ts'
import { isSameJson } from '../api/same-json.ts'
import type { SettingCondition, RefusedSetting, StoredSetting } from '../api/stored-settings.ts'
import { quote } from '../api/quote.ts'
import { invalidObject } from '../api/status.ts'
import type { AdmissionAttributes } from '../api/write.ts'
import { storedObjects } from './admission-plugin.ts'

/** The flag that stores settings which are refused otherwise. */
export const storeIgnoredSettingsFlag = '--store-ignored-settings'

/** The prefix of every warning about a setting that is stored but not obeyed. */
export const ignoredSettingPrefix = 'stored, but not obeyed by this server: '

/**
 * Refuses a write that enables a setting that the server ignores. Returns warnings if the server
 * stores such settings, or if an update leaves one unchanged. Deletes are always allowed.
 * @throws Refusal 422
 */
export function checkIgnoredSettings(
  attempt: AdmissionAttributes,
  parts: Parts,
): readonly string[] {
  const { operation, object, old, resource } = attempt
  if (operation === 'delete') return []
  const rows = rowsOf(attempt, parts)
  if (rows.length === 0) return []
  const ignored = rows.filter(row => isInForce(row, object))
  const added = ignored.filter(row => !old || !isInForce(row, old) || isChanged(row, object, old))
  if (!parts.settingsPolicy.storesIgnored && added.length > 0) {
    const { name = '' } = object.metadata
    throw invalidObject({ ...resource, name }, added.map(causeOf))
  }
  return ignored.map(({ setting, reason }) => `${ignoredSettingPrefix}${setting}: ${reason}`)
}

/**
 * Lists the stored settings that the server ignores, one line for each row of the table. They come
 * from an earlier server on the same store, which stored or applied them.
 */
export async function ignoredSettings(parts: Parts): Promise<string[]> {
  const lines: string[] = []
  for (const row of parts.settingsPolicy.table) {
    if (!isRefused(row, parts)) continue
    const found = (await storedObjects(row, parts)).filter(object => isInForce(row, object))
    const names = found.slice(0, namesMax).map(({ metadata }) => quote(metadata.name ?? ''))
    if (found.length > namesMax) names.push(`and ${found.length - namesMax} more`)
    if (names.length === 0) continue
    lines.push(
      `${ignoredSettingPrefix}${row.kind} ${names.join(', ')}: ${row.setting}: ${row.reason}`,
    )
  }
  return lines
}

// How many names a line lists, because a store may have thousands of such objects.
const namesMax = 5

function rowsOf({ resource }: AdmissionAttributes, parts: Parts): readonly RefusedSetting[] {
  const { group, kind } = resource
  const rows = byKind(parts.settingsPolicy.table).get(kind)
  if (!rows) return none
  return rows.filter(
    (row): row is RefusedSetting =>
      row.group.replace('*', parts.dialect.apiDomain) === group && isRefused(row, parts),
  )
}

const none: readonly RefusedSetting[] = []

type ByKind = ReadonlyMap<string, readonly StoredSetting[]>

const indexes = new WeakMap<readonly StoredSetting[], ByKind>()

/** Returns the rows by kind, since nearly all writes are of types without rows. */
function byKind(table: readonly StoredSetting[]): ByKind {
  const known = indexes.get(table)
  if (known) return known
  const made = new Map<string, StoredSetting[]>()
  for (const row of table) made.set(row.kind, [...(made.get(row.kind) ?? []), row])
  indexes.set(table, made)
  return made
}

const isRefused = (row: StoredSetting, { authorizers, users }: Parts): row is RefusedSetting =>
  row.outcome === 'refused' &&
  (!row.onlyWithAllowRules ||
    (users.length > 0 &&
      authorizers.some(({ kind }) => kind === 'rules of --allow') &&
      !authorizers.some(({ kind }) => kind === 'RBAC')))

const isInForce = ({ when }: RefusedSetting, object: ApiObject): boolean =>
  when.every(condition => isMet(condition, valueAt(object, condition.path)))

function isMet({ is, itemsMin }: SettingCondition, value: unknown): boolean {
  if (itemsMin !== undefined) return Array.isArray(value) && value.length >= itemsMin
  if (is) return is.some(one => one === value)
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0
  return value !== undefined && value !== null && value !== ''
}

const isChanged = ({ when }: RefusedSetting, object: ApiObject, old: ApiObject): boolean =>
  when.some(({ path }) => !isSameJson(valueAt(object, path), valueAt(old, path)))

const valueAt = (object: ApiObject, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (value, member) =>
      isJsonObject(value) && Object.hasOwn(value, member) ? value[member] : undefined,
    object,
  )

const causeOf = ({ when, reason, hint }: RefusedSetting): StatusCause =>
  valueForbidden(
    fieldOf(when[0]?.path ?? []),
    `${reason}, and this server does not store settings that it would ignore: ${hint}, ` +
      `or start the server with ${storeIgnoredSettingsFlag}`,
  )

/** Formats a path as causes show it: `metadata.labels[example.com/name]`. */
const fieldOf = (path: readonly string[]): string =>
  path.reduce((field, member) =>
    /^\w+$/.test(member) ? `${field}.${member}` : `${field}[${member}]`,
  )
