// Rows of the table of settings, in few words.

import type { Condition, RefusedSetting, Setting } from '../api/settings.ts'

/** A type as `group/Kind`; the core group is empty, `*` stands for the api domain. */
type Type = `${string}/${string}`

const typeOf = (type: Type) => {
  const [group = '', kind = ''] = type.split('/')
  return { group, kind }
}

export const obeyed = (type: Type, setting: string, reason: string): Setting => ({
  ...typeOf(type),
  setting,
  outcome: 'obeyed',
  reason,
})

export const harmless = (type: Type, setting: string, reason: string): Setting => ({
  ...typeOf(type),
  setting,
  outcome: 'harmless',
  reason,
})

export const unserved = (type: Type, resource: string, reason: string): Setting => ({
  ...typeOf(type),
  setting: 'the type',
  outcome: 'unserved',
  resource,
  reason,
})

export const refused = (
  type: Type,
  row: Pick<RefusedSetting, 'setting' | 'reason' | 'hint' | 'when' | 'onlyWithUsers'>,
): Setting => ({ ...typeOf(type), outcome: 'refused', ...row })

export const filled = (...path: string[]): Condition => ({ path })
