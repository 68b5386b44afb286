// Reads the flags of encryption and the file that they name.

import type {
  EncryptionKey,
  EncryptionProvider,
  EncryptionRule,
  EncryptionSettings,
  KmsSettings,
} from '../api/encryption.ts'
import type { FeatureGates } from '../api/feature-gates.ts'
import type { FollowedFile } from '../api/followed-file.ts'
import { isJsonObject, type JsonObject, objectsIn } from '../api/object.ts'
import { type ConfigFileOptions, readConfigDocument } from './config-document.ts'
import { flagDurationMs } from './flag-duration.ts'
import { followFile, type ReadText } from './followed-file.ts'

/** The flags as they were typed. */
export type EncryptionFlags = {
  /** An EncryptionConfiguration. */
  encryptionProviderConfig?: string
  /** `true` or `false`: whether a change of the file takes effect without a restart. */
  encryptionProviderConfigAutomaticReload?: string
}

/** What is encrypted, and the file that may change it. */
export type FollowedEncryption = EncryptionSettings & {
  /** The file, if the server follows it. */
  readonly file?: FollowedFile
  /** Sets what is called with new settings, and rejects when they cannot be used. */
  readonly onReload?: (use: (next: EncryptionSettings) => Promise<void>) => void
}

type Context = Pick<ConfigFileOptions, 'kinds' | 'dialect'> & {
  readonly readText: ReadText
  readonly gates?: Partial<FeatureGates>
}

const flag = '--encryption-provider-config'
const reloadFlag = '--encryption-provider-config-automatic-reload'
const keyed = ['aescbc', 'aesgcm', 'secretbox'] as const

/**
 * Returns what is encrypted; undefined without the flag.
 * @throws Error that names the flag, the file and the fault, and no secret
 */
export async function encryptionSettings(
  {
    encryptionProviderConfig: path,
    encryptionProviderConfigAutomaticReload: reload = 'false',
  }: EncryptionFlags,
  { readText, gates = {}, ...checks }: Context,
): Promise<FollowedEncryption | undefined> {
  if (reload !== 'true' && reload !== 'false')
    throw new Error(`${reloadFlag}: expected true or false, got ${JSON.stringify(reload)}`)
  if (path === undefined && reload === 'true')
    throw new Error(`${reloadFlag}: expected ${flag} as well, got none`)
  if (path === undefined) return undefined
  const settingsOf = (text: string): EncryptionSettings => {
    const options = { flag, name: path, gates, ...checks }
    const document = readConfigDocument(text, 'EncryptionConfiguration', options)
    return { rules: objectsIn(document['resources']).map(entry => ruleIn(entry, path)) }
  }
  const text = await readText(path)
  if (reload === 'false') return settingsOf(text)
  let use = async (_: EncryptionSettings): Promise<void> => {}
  const file = await followFile({
    path,
    readText,
    text,
    metric: 'apiserver_encryption_config_controller_automatic_reloads_total',
    parse: async changed => {
      const settings = settingsOf(changed)
      await use(settings)
      return settings
    },
  })
  return { ...file.current(), file, onReload: act => void (use = act) }
}

// The check has established the shape of the document.
function ruleIn({ resources, providers }: JsonObject, name: string): EncryptionRule {
  return {
    resources: resources as string[],
    providers: objectsIn(providers).map(provider => providerIn(provider, name)),
  }
}

function providerIn(provider: JsonObject, name: string): EncryptionProvider {
  for (const kind of keyed) {
    const options = provider[kind]
    if (isJsonObject(options)) return { kind, keys: objectsIn(options['keys']).map(keyIn) }
  }
  const { kms } = provider
  return isJsonObject(kms) ? kmsIn(kms, name) : { kind: 'identity' }
}

const keyIn = ({ name, secret }: JsonObject): EncryptionKey => ({
  name: String(name),
  secret: Buffer.from(String(secret), 'base64'),
})

function kmsIn(options: JsonObject, file: string): KmsSettings {
  const { apiVersion, name, endpoint, timeout, cachesize } = options
  const socket = new URL(String(endpoint)).pathname
  if (socket === '' || socket.startsWith('/@'))
    throw new Error(
      `${flag}: ${file}: kms.endpoint: expected the path of a unix socket such as ` +
        `unix:///run/kms.sock, got ${JSON.stringify(endpoint)}`,
    )
  return {
    kind: 'kms',
    version: apiVersion === 'v2' ? 'v2' : 'v1',
    name: String(name),
    socket: decodeURIComponent(socket),
    timeoutMs: flagDurationMs(`${flag}: ${file}: kms.timeout`, String(timeout)),
    cacheSize: Number(cachesize ?? 0),
  }
}
