// Reads the flag of encryption and its file, which is read once.

import type {
  EncryptionKey,
  EncryptionProvider,
  EncryptionRule,
  EncryptionSettings,
} from '../api/encryption.ts'
import { isJsonObject, type JsonObject, objectsIn } from '../api/object.ts'
import { type ConfigFileOptions, readConfigDocument } from './config-document.ts'
import type { ReadText } from './followed-file.ts'

/** The flag as it was typed. */
export type EncryptionFlags = {
  /** An EncryptionConfiguration. */
  encryptionProviderConfig?: string
}

type Context = Pick<ConfigFileOptions, 'kinds' | 'dialect'> & { readonly readText: ReadText }

const flag = '--encryption-provider-config'
const keyed = ['aescbc', 'aesgcm', 'secretbox'] as const

/**
 * Returns what is encrypted; undefined without the flag.
 * @throws Error that names the flag, the file and the fault, and no secret
 */
export async function encryptionSettings(
  { encryptionProviderConfig: name }: EncryptionFlags,
  { readText, ...checks }: Context,
): Promise<EncryptionSettings | undefined> {
  if (name === undefined) return undefined
  const text = await readText(name)
  const document = readConfigDocument(text, 'EncryptionConfiguration', { flag, name, ...checks })
  return { rules: objectsIn(document['resources']).map(entry => ruleIn(entry, name)) }
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
  if (isJsonObject(provider['identity'])) return { kind: 'identity' }
  const expected = [...keyed, 'identity'].join(', ')
  const got = Object.keys(provider).join(', ')
  throw new Error(
    `${flag}: ${name}: expected providers ${expected}, got ${got}, which this server does not have`,
  )
}

const keyIn = ({ name, secret }: JsonObject): EncryptionKey => ({
  name: String(name),
  secret: Buffer.from(String(secret), 'base64'),
})
