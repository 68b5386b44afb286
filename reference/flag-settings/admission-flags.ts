// Reads the flags of admission plug-ins and their files. The files are read once.

import type { EventLimit, PluginSettings } from '../api/admission-settings.ts'
import { isJsonObject, type JsonObject, objectsIn } from '../api/object.ts'
import { resolveFromFile } from '../config/admission/plugin-files.ts'
import { pluginNames } from '../config/admission/plugin-names.ts'
import { type ConfigFileOptions, readConfigDocument } from './config-document.ts'
import type { ReadText } from './followed-file.ts'
import { readImagePolicy } from './image-policy-file.ts'
import { readLimitedResources } from './quota-file.ts'

/** The flags as they were typed. */
export type AdmissionFlags = {
  /** An AdmissionConfiguration. */
  admissionControlConfigFile?: string
  /** Names of plug-ins, separated by commas. */
  enableAdmissionPlugins?: string
  disableAdmissionPlugins?: string
}

type Context = Pick<ConfigFileOptions, 'kinds' | 'dialect'> & { readonly readText: ReadText }

/** The plug-ins that are on unless they are switched off. */
export const defaultPlugins: readonly string[] = [
  'CertificateApproval',
  'CertificateSigning',
  'CertificateSubjectRestriction',
  'DefaultIngressClass',
  'DefaultStorageClass',
  'LimitRanger',
  'PersistentVolumeClaimResize',
  'PodSecurity',
  'PodTopologyLabels',
  'Priority',
  'ResourceQuota',
  'RuntimeClass',
  'ServiceAccount',
]

const quotaPlugin = 'ResourceQuota'

/** The plug-ins that are off unless they are switched on. They need a configuration. */
const configuredPlugins = ['EventRateLimit', 'ImagePolicyWebhook']

/** The plug-ins that may have a configuration. */
const configurablePlugins = [...configuredPlugins, quotaPlugin]

const configFlag = '--admission-control-config-file'

/** @throws Error that names the flag, the file and the fault */
export async function admissionSettings(
  flags: AdmissionFlags,
  context: Context,
): Promise<PluginSettings> {
  const enabled = namesIn('--enable-admission-plugins', flags.enableAdmissionPlugins)
  const disabled = namesIn('--disable-admission-plugins', flags.disableAdmissionPlugins)
  const both = enabled.find(name => disabled.includes(name))
  if (both !== undefined)
    throw new Error(
      `--disable-admission-plugins: expected plug-ins that are not enabled, got ${both}`,
    )
  const path = flags.admissionControlConfigFile
  const entries = path === undefined ? [] : await pluginEntries(path, context)
  const off = defaultPlugins.filter(name => disabled.includes(name))
  const ofQuotas = entries.find(entry => entry?.plugin === quotaPlugin)
  return {
    ...(off.length > 0 && { disabledPlugins: new Set(off) }),
    ...(ofQuotas && { limitedResources: readLimitedResources(ofQuotas, context.dialect) }),
    ...(enabled.includes('EventRateLimit') && {
      eventLimits: eventLimitsIn(configOf('EventRateLimit', entries), context),
    }),
    ...(enabled.includes('ImagePolicyWebhook') && {
      imagePolicy: await readImagePolicy(configOf('ImagePolicyWebhook', entries), context),
    }),
  }
}

/** @throws Error for a name that is no plug-in, or a plug-in that this server does not have */
function namesIn(flag: string, text = ''): string[] {
  const names = text.split(',').filter(name => name !== '')
  const expected = [...defaultPlugins, ...configuredPlugins]
  const unknown = names.find(name => !expected.includes(name))
  if (unknown === undefined) return names
  const what = pluginNames.includes(unknown) ? 'which this server does not have' : 'an unknown name'
  throw new Error(`${flag}: expected ${expected.join(', ')}, got ${unknown}, ${what}`)
}

/** The configuration of a plug-in: a text, and where it is in errors. */
export type PluginConfig = { readonly name: string; readonly text: string }

type PluginEntry = PluginConfig & { readonly plugin: string }

/** Returns the configurations in an AdmissionConfiguration, and in the files that it names. */
async function pluginEntries(path: string, { readText, ...checks }: Context) {
  const text = await readText(path)
  const document = readConfigDocument(text, 'AdmissionConfiguration', {
    flag: configFlag,
    name: path,
    ...checks,
  })
  const plugins = objectsIn(document['plugins'])
  const others = plugins.find(
    ({ name, configuration, path: file }) =>
      !configurablePlugins.includes(String(name)) && (isJsonObject(configuration) || file),
  )
  if (others)
    throw new Error(
      `${configFlag}: ${path}: expected configurations of ${configurablePlugins.join(', ')}, ` +
        `got one of ${String(others['name'])}`,
    )
  return Promise.all(plugins.map((entry, index) => pluginEntry(entry, index, { path, readText })))
}

/** ADM-038, ADM-039: an embedded configuration replaces the file. */
async function pluginEntry(
  { name, path: file, configuration }: JsonObject,
  index: number,
  { path, readText }: { readonly path: string; readonly readText: ReadText },
): Promise<PluginEntry | undefined> {
  const plugin = String(name)
  const place = `${path}: plugins[${index}]`
  if (configuration !== undefined && configuration !== null)
    return { plugin, name: `${place}.configuration`, text: JSON.stringify(configuration) }
  if (typeof file !== 'string' || file === '') return undefined
  const full = resolveFromFile(path, file)
  const text = await readText(full).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause)
    const fault = `expected a file that can be read, got ${reason}`
    throw new Error(`${configFlag}: ${place}.path: ${fault}`, { cause })
  })
  return { plugin, name: full, text }
}

/** As in genuine servers, the first entry of a plug-in counts. */
function configOf(plugin: string, entries: readonly (PluginEntry | undefined)[]): PluginConfig {
  const found = entries.find(entry => entry?.plugin === plugin)
  if (found) return found
  throw new Error(`${configFlag}: expected a configuration of ${plugin}, got none`)
}

// RATE-007
const standardCacheSize = 4096

function eventLimitsIn(
  { name, text }: PluginConfig,
  { kinds, dialect }: Context,
): readonly EventLimit[] {
  const document = readConfigDocument(text, 'Configuration', {
    flag: configFlag,
    name,
    kinds,
    dialect,
  })
  // The check has established the shape. In genuine servers, no size means the default as well.
  return (document['limits'] as EventLimit[]).map(limit => ({
    ...limit,
    cacheSize: limit.cacheSize || standardCacheSize,
  }))
}
