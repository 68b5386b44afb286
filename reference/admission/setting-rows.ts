// Constructors for the rows of the table of settings.

import type { SettingCondition, RefusedSetting, StoredSetting } from '../api/stored-settings.ts'

/** A type as `group/Kind`; the core group is empty, `*` stands for the API domain. */
type Type = `${string}/${string}`

const typeOf = (type: Type) => {
  const [group = '', kind = ''] = type.split('/')
  return { group, kind }
}

export const obeyedSetting = (type: Type, setting: string, reason: string): StoredSetting => ({
  ...typeOf(type),
  setting,
  outcome: 'obeyed',
  reason,
})

export const harmlessSetting = (type: Type, setting: string, reason: string): StoredSetting => ({
  ...typeOf(type),
  setting,
  outcome: 'harmless',
  reason,
})

export const unservedType = (type: Type, resource: string, reason: string): StoredSetting => ({
  ...typeOf(type),
  setting: 'the type',
  outcome: 'unserved',
  resource,
  reason,
})

export const refusedSetting = (
  type: Type,
  row: Pick<RefusedSetting, 'setting' | 'reason' | 'hint' | 'when' | 'onlyWithAllowRules'>,
): StoredSetting => ({ ...typeOf(type), outcome: 'refused', ...row })

export const whenFilled = (...path: string[]): SettingCondition => ({ path })
