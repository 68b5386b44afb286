// Issues service account tokens for POST requests. Tokens are not stored.

import type { BoundObject } from '../api/access.ts'
import type { Reply } from '../api/request.ts'
import { valueInvalid } from '../api/status-causes.ts'
import { type ApiObject, isJsonObject, type JsonObject, objectIn } from '../api/object.ts'
import { timestamp } from '../api/object.ts'
import type { ResourceCall } from '../parts/parts.ts'
import { storeKeyOf, type Resource, storageResourceOf } from '../api/resource.ts'
import { truncate, quote } from '../api/quote.ts'
import { badRequest, conflict, invalidObject, notFound } from '../api/status.ts'
import { servedTypes } from '../parts/served-types.ts'
import type { Revision } from '../api/store.ts'
import { runToEnd } from '../lib/event-loop.ts'
import { admitOperation } from './admit-operation.ts'
import { objectReply } from './replies.ts'

/** POST of a TokenRequest. The response is the request with a token in its status. */
export async function issueToken(call: ResourceCall): Promise<Reply> {
  const { http, info, resource, negotiation, parts } = call
  // A dry run is the same as the request, since issuing a token changes nothing. Only the option is
  // validated.
  const isDryRun = parts.stages.isDryRun(http.query, 'CreateOptions', parts.dialect)
  const level = parts.stages.validationLevel(http.query, 'CreateOptions', parts.dialect)
  const target = { resource, mediaType: negotiation.body, level }
  const { object, warnings } = runToEnd(parts.stages.decode(await http.body(), target, parts))
  // The request needs no name: it is about the account of its path.
  const placed = parts.metadataRules.placeInPath(object, { ...info, name: '' }, resource)
  const { object: request, warnings: advice } = await admitOperation(call, placed, isDryRun)
  const account = await accountOf(request, call)
  const value = parts.stages.encodeStored(await answered(request, account, call))
  const entry = { key: storeKeyOf(resource, info), revision: '' as Revision, value }
  return objectReply(call, {
    status: parts.dialect.createdStatus,
    entry,
    warnings: [...warnings, ...advice],
  })
}

/**
 * Returns the account of the path, after checking the name and uid of the request.
 * @throws 404, 409, 422
 */
async function accountOf({ metadata }: ApiObject, call: ResourceCall): Promise<ApiObject> {
  const { info, resource } = call
  const { name = info.name, uid } = metadata
  if (name !== info.name) {
    const because = 'must match the service account name if specified'
    throw invalidObject({ ...resource, name: info.name }, [
      valueInvalid('metadata.name', name, because),
    ])
  }
  const account = await objectNamed(name, storageResourceOf(resource), call)
  const { uid: own } = account.metadata
  if (uid === undefined || uid === own) return account
  throw conflict(
    byKind(resource),
    name,
    `the UID in the token request (${truncate(uid)}) ` +
      `does not match the UID of the service account (${own})`,
  )
}

/** Returns the request with defaults and the token. @throws 400, 404, 409, 422 */
async function answered(
  { metadata, spec, ...type }: ApiObject,
  account: ApiObject,
  call: ResourceCall,
): Promise<ApiObject> {
  const { resource, parts } = call
  const { name = '', namespace = '', uid = '' } = account.metadata
  const { expirationSeconds = 3600, audiences: wanted, boundObjectRef } = objectIn(spec)
  const seconds = Number(expirationSeconds)
  refuseTime(seconds, resource)
  const hasAudiences = Array.isArray(wanted) && wanted.length > 0
  const audiences = hasAudiences ? wanted.map(String) : [parts.serviceAccountTokens.issuer]
  const isBound = isJsonObject(boundObjectRef)
  const boundTo = isBound ? await boundObject(boundObjectRef, name, call) : undefined
  const issuedAt = Math.floor(parts.clock.now() / 1000)
  const expiresAt = issuedAt + seconds
  const owner = { namespace, name, uid }
  const claims = { ...owner, audiences, issuedAt, expiresAt, ...(boundTo && { boundTo }) }
  return {
    ...type,
    metadata: { ...metadata, ...owner, creationTimestamp: timestamp(issuedAt * 1000) },
    spec: { ...objectIn(spec), audiences, expirationSeconds: seconds },
    status: {
      token: parts.serviceAccountTokens.issue(claims),
      expirationTimestamp: timestamp(expiresAt * 1000),
    },
  }
}

const minutes = 60
const secondsMin = 10 * minutes
const secondsMax = 2 ** 32

function refuseTime(seconds: number, resource: Resource): void {
  if (seconds >= secondsMin && seconds <= secondsMax) return
  const fault = seconds < secondsMin ? 'less than 10 minutes' : 'larger than 2^32 seconds'
  const because = `may not specify a duration ${fault}`
  throw invalidObject({ ...resource, name: '' }, [
    valueInvalid('spec.expirationSeconds', seconds, because),
  ])
}

const bindable = ['Pod', 'Secret', 'Node'] as const

/** Returns the object that the token is bound to. @throws 400, 404, 409 */
async function boundObject(
  { apiVersion, kind: wanted, name: named, uid: meant }: JsonObject,
  account: string,
  call: ResourceCall,
): Promise<BoundObject> {
  const version = String(apiVersion ?? '')
  const kind = bindable.find(one => one === wanted && !version.includes('/'))
  const type = servedTypes(call.parts).find(row => row.group === '' && row.kind === kind)
  if (!kind || !type) {
    const gvk = `${version.includes('/') ? '' : '/'}${version}, Kind=${String(wanted ?? '')}`
    throw badRequest(`cannot bind token to object of type ${truncate(gvk)}`)
  }
  const name = String(named ?? '')
  const object = await objectNamed(name, type, call)
  if (kind === 'Pod' && objectIn(object.spec).serviceAccountName !== account) {
    throw badRequest(
      `cannot bind token for serviceaccount ${quote(account)} ` +
        'to pod running with different serviceaccount name.',
    )
  }
  const { uid = '' } = object.metadata
  if (meant === undefined || meant === '' || meant === uid) return { kind, name, uid }
  throw conflict(
    byKind(type),
    name,
    `the UID in the bound object reference (${truncate(String(meant))}) does not match ` +
      'the UID in record. The object might have been deleted and then recreated',
  )
}

async function objectNamed(name: string, type: Resource, { info, parts }: ResourceCall) {
  const namespace = type.isNamespaced ? info.namespace : ''
  const entry = await parts.store.get(storeKeyOf(type, { namespace, name }))
  if (!entry) throw notFound(type, name)
  return parts.stages.decodeStored(entry, type)
}

/** The genuine server puts the kind here, not the plural. */
const byKind = (type: Resource): Resource => ({ ...type, resource: type.kind })
