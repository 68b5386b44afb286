// Gives Secrets of the type service-account-token a token of their service account, and deletes
// those whose account is gone.

import { type ApiObject, objectIn } from '../../api/object.ts'
import type { Controller, Parts } from '../../parts/parts.ts'
import { builtInType, deleteObject, updateObject } from '../controller-writes.ts'
import { keyOf, placeOf } from '../object-keys.ts'
import { startReconciler } from '../reconciler.ts'

const secretType = 'kubernetes.io/service-account-token'
const nameAnnotation = 'kubernetes.io/service-account.name'
const uidAnnotation = 'kubernetes.io/service-account.uid'
/** Such a token is valid as long as its Secret; a date far away stands for that. */
const lifetimeSeconds = 100 * 365 * 86_400

/** Starts the controller `serviceaccount-token-controller`. */
export function startTokenSecrets(parts: Parts): Controller {
  const secrets = builtInType('', 'Secret', parts)
  const accounts = builtInType('', 'ServiceAccount', parts)
  const { serviceAccountTokens: tokens, clock, listen } = parts

  function filled(secret: ApiObject, account: ApiObject): ApiObject {
    const { uid = '', name = '', namespace = '' } = secret.metadata
    const { name: accountName = '', uid: accountUid = '' } = account.metadata
    const data = objectIn(secret['data'])
    const annotations = { ...secret.metadata.annotations, [uidAnnotation]: accountUid }
    const now = Math.floor(clock.now() / 1000)
    const token = () =>
      tokens.issue({
        namespace,
        name: accountName,
        uid: accountUid,
        audiences: [tokens.issuer],
        issuedAt: now,
        expiresAt: now + lifetimeSeconds,
        boundTo: { kind: 'Secret', name, uid },
      })
    return {
      ...secret,
      metadata: { ...secret.metadata, annotations },
      data: {
        ...data,
        ...(listen.tls && { 'ca.crt': base64(listen.tls.cert) }),
        namespace: base64(namespace),
        token: data['token'] ?? base64(token()),
      },
    }
  }

  return startReconciler(
    {
      name: 'serviceaccount-token-controller',
      follows: {
        secrets: {
          resource: secrets,
          keysOf: secret => (secret['type'] === secretType ? [keyOf(secret)] : []),
        },
        accounts: {
          resource: accounts,
          keysOf: ({ metadata: { namespace = '', name = '' } }, known) =>
            known.secrets
              .inNamespace(namespace)
              .filter(secret => secret['type'] === secretType && accountOf(secret) === name)
              .map(keyOf),
        },
      },
      reconcile: async (key, known) => {
        const place = placeOf(key)
        const secret = known.secrets.get(place)
        if (!secrets || !secret || secret['type'] !== secretType) return undefined
        if (secret.metadata.deletionTimestamp !== undefined) return undefined
        const account = known.accounts.get({ ...place, name: accountOf(secret) })
        const wantedUid = secret.metadata.annotations?.[uidAnnotation]
        if (!account || (wantedUid !== undefined && wantedUid !== account.metadata.uid)) {
          await deleteObject(secret, secrets, parts)
          return undefined
        }
        if (isFilled(secret)) return undefined
        await updateObject(
          { resource: secrets, ...place },
          current => (isFilled(current) ? current : filled(current, account)),
          parts,
        )
        return undefined
      },
    },
    parts,
  )
}

const base64 = (text: string): string => Buffer.from(text).toString('base64')

const accountOf = ({ metadata }: ApiObject): string => metadata.annotations?.[nameAnnotation] ?? ''

const isFilled = (secret: ApiObject): boolean =>
  objectIn(secret['data'])['token'] !== undefined &&
  secret.metadata.annotations?.[uidAnnotation] !== undefined
