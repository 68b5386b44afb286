// What the server does with objects that a client stores as settings of the server itself.

/** A condition on an object: all of a list must hold. */
export type SettingCondition = {
  /** The members that lead to the value, from the top of the object. */
  readonly path: readonly string[]
  /** The values that meet the condition; any that is not empty unless set. */
  readonly is?: readonly string[]
  /** The fewest items of a list that meet the condition. */
  readonly itemsMin?: number
}

type Row = {
  /** The API group; empty for the core group. `*` stands for the api domain. */
  readonly group: string
  /** `*` stands for every type. */
  readonly kind: string
  /** The field, label or annotation, as documents name it. */
  readonly setting: string
  /** Obeyed: what it does. Harmless: why no answer depends on it. Refused: what is missing. */
  readonly reason: string
}

/**
 * What becomes of one setting. `obeyed`: later answers show it. `refused`: a write that puts it in
 * force is 422, unless the server stores ignored settings. `harmless`: it is stored, and no answer
 * depends on it. `unserved`: the type is not there, so requests for it are 404.
 */
export type StoredSetting =
  | (Row & { readonly outcome: 'obeyed' | 'harmless' })
  | (Row & { readonly outcome: 'unserved'; readonly resource: string })
  | (Row & {
      readonly outcome: 'refused'
      /** What to do instead. */
      readonly hint: string
      /** When it is in force. */
      readonly when: readonly SettingCondition[]
      /** Whether only servers with users would ignore it. */
      readonly onlyWithUsers?: boolean
    })

export type RefusedSetting = Extract<StoredSetting, { outcome: 'refused' }>

export type SettingsPolicy = {
  readonly table: readonly StoredSetting[]
  /** Whether refused settings are stored with a warning (`--store-ignored-settings`). */
  readonly storesIgnored: boolean
}
