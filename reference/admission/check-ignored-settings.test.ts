import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

import { objectIn } from '../api/object.ts'
import type { StoredSetting } from '../api/stored-settings.ts'
import { kubernetes } from '../dialects/kubernetes.ts'
import { defaultParts } from '../server/default-parts.ts'
import { builtInTypesAndDefinitions } from '../crd/crd-type-traits.ts'
import { startTestServer } from '../server/test-server.ts'
import { typesWithoutSettings } from './types-without-settings.table.ts'
import { ignoredSettings, ignoredSettingPrefix } from './check-ignored-settings.ts'
import { refusedSetting, whenFilled } from './setting-rows.ts'
import { settingsTable } from './settings.table.ts'
import { settingIdOf, settingObjects, settingsPage } from './test-settings.ts'

const resources = builtInTypesAndDefinitions(kubernetes)
const groupOf = (group: string) => group.replace('*', kubernetes.apiDomain)
const users = [{ token: 't', name: 'admin', uid: '1', groups: ['system:masters'] }]

/** Returns the collection path of the type of a row. */
function pathOf({ group, kind }: StoredSetting): string {
  const type = resources.find(row => row.kind === kind && row.group === groupOf(group))
  if (!type) throw new Error(`no ${kind} of ${group}`)
  const prefix = type.group === '' ? '/api/v1' : `/apis/${type.group}/${type.version}`
  return `${prefix}${type.isNamespaced ? '/namespaces/default' : ''}/${type.resource}`
}

const objectOf = (row: StoredSetting) => {
  const fields = settingObjects[settingIdOf(row)]
  if (!fields) throw new Error(`no object for ${settingIdOf(row)}`)
  return { ...fields, metadata: { name: 'a', ...objectIn(fields.metadata) } }
}

/** Starts a server, with users if only such a server ignores the setting. */
async function serverFor(row: StoredSetting, storeIgnoredSettings = false) {
  const withUsers = row.outcome === 'refused' && row.onlyWithAllowRules
  const { ask } = await startTestServer(
    defaultParts({
      dialect: 'kubernetes',
      storeIgnoredSettings,
      ...(withUsers && { users }),
    }),
  )
  return (method: string, path: string, body?: unknown) =>
    ask(method, path, body, withUsers ? { authorization: 'Bearer t' } : {})
}

const rowsThatAre = (outcome: StoredSetting['outcome']) =>
  settingsTable.filter(row => row.outcome === outcome).map(row => [settingIdOf(row), row] as const)

describe('the table of settings', () => {
  it('lists every row once', () => {
    expect(new Set(settingsTable.map(settingIdOf)).size).toBe(settingsTable.length)
  })

  it('lists each served type, unless the table of types without settings lists it', () => {
    const known = [
      ...settingsTable.map(({ group, kind }) => `${group}/${kind}`),
      ...Object.keys(typesWithoutSettings),
    ].map(groupOf)
    const served = resources.map(({ group, kind }) => `${group}/${kind}`)

    expect(served.filter(type => !known.includes(type))).toEqual([])
    expect(
      Object.keys(typesWithoutSettings)
        .map(groupOf)
        .filter(type => !served.includes(type)),
    ).toEqual([])
  })

  it('shares no type with the table of types without settings', () => {
    const types = settingsTable.map(({ group, kind }) => `${group}/${kind}`)
    expect(Object.keys(typesWithoutSettings).filter(type => types.includes(type))).toEqual([])
  })

  it('is printed in docs/develop-against-the-reference.md', () => {
    const page = readFileSync('docs/develop-against-the-reference.md', 'utf8')
    expect(page).toContain(settingsPage(settingsTable))
  })
})

describe('a setting that is not enforced', () => {
  it.each(rowsThatAre('refused'))('%s is refused, and nothing is stored', async (_, row) => {
    const ask = await serverFor(row)
    const object = objectOf(row)

    const answer = await ask('POST', pathOf(row), object)

    expect(answer.status, answer.text).toBe(422)
    expect(answer.text).toContain('this server does not store settings that it would ignore')
    expect(answer.text).toContain('--store-ignored-settings')
    const { name } = object.metadata
    expect((await ask('GET', `${pathOf(row)}/${name}`)).status).toBe(404)
  })

  it.each(rowsThatAre('refused'))('%s is stored with a warning on demand', async (_, row) => {
    const ask = await serverFor(row, true)

    const answer = await ask('POST', pathOf(row), objectOf(row))

    expect(answer.status, answer.text).toBe(201)
    expect(String(answer.headers.warning)).toContain(ignoredSettingPrefix)
  })

  it.each(rowsThatAre('harmless'))('%s is stored if that is harmless', async (_, row) => {
    const ask = await serverFor(row)

    const answer = await ask('POST', pathOf(row), objectOf(row))

    expect(answer.status, answer.text).toBe(201)
    expect(String(answer.headers.warning)).not.toContain(ignoredSettingPrefix)
  })

  it.each(rowsThatAre('unserved'))('%s has no path: a request gets 404', async (_, row) => {
    const ask = await serverFor(row)
    const { resource = '' } = row.outcome === 'unserved' ? row : {}

    const answer = await ask('POST', `/apis/${groupOf(row.group)}/${resource}`, {})

    expect(answer.status).toBe(404)
  })
})

const mergePatch = { 'content-type': 'application/merge-patch+json' }

describe('a stored setting that is not enforced', () => {
  const path = '/api/v1/namespaces/default/resourcequotas'
  const row = refusedSetting('/ResourceQuota', {
    setting: 'spec.hard',
    reason: 'quotas are not counted',
    hint: 'leave out spec.hard',
    when: [whenFilled('spec', 'hard')],
  })
  const quota = { metadata: { name: 'a' }, spec: { hard: { pods: '1' } } }
  const partsOf = (options: { storeIgnoredSettings?: boolean } = {}) => {
    const parts = defaultParts({ dialect: 'kubernetes', ...options })
    return { ...parts, settingsPolicy: { ...parts.settingsPolicy, table: [row] } }
  }
  /** A server that refuses the setting, on the store of one that stored it. */
  const stored = async () => {
    const storing = partsOf({ storeIgnoredSettings: true })
    const { ask } = await startTestServer(storing)
    await ask('POST', path, quota)
    const { store, watchCache } = storing
    const other = await startTestServer({
      ...partsOf(),
      store,
      watchCache,
    })
    return (method: string, body: unknown) =>
      other.ask(method, `${path}/a`, body, body === undefined ? {} : mergePatch)
  }

  it('may stay unchanged in an update, which returns a warning', async () => {
    const ask = await stored()
    const answer = await ask('PATCH', { metadata: { labels: { a: 'b' } } })
    expect(answer.status).toBe(200)
    expect(String(answer.headers.warning)).toContain(ignoredSettingPrefix)
  })

  it('is listed by ignoredSettings when a server starts', async () => {
    const { parts, ask } = await startTestServer(partsOf({ storeIgnoredSettings: true }))
    expect(await ignoredSettings(parts)).toEqual([])
    await ask('POST', path, quota)
    expect(await ignoredSettings(parts)).toEqual([
      `${ignoredSettingPrefix}ResourceQuota "a": spec.hard: quotas are not counted`,
    ])
  })

  it('cannot be changed', async () => {
    const ask = await stored()
    const answer = await ask('PATCH', { spec: { hard: { pods: '7' } } })
    expect(answer.status).toBe(422)
  })

  it('can be removed, and its object deleted', async () => {
    const ask = await stored()
    const answer = await ask('PATCH', { spec: { hard: null } })
    expect(answer.status).toBe(200)
    expect(String(answer.headers.warning)).not.toContain(ignoredSettingPrefix)
    expect((await ask('DELETE', undefined)).status).toBe(200)
  })
})
