// Makes the event of a request at a stage (AUDIT-002 to AUDIT-026).

import { isIP } from 'node:net'

import { auditLevels, type AuditLevel, type AuditRecord, type AuditRules } from '../api/audit.ts'
import { isJsonObject, type JsonObject, objectIn } from '../api/object.ts'
import { requestNamespaceOf } from '../api/request.ts'
import { userInfo } from '../auth/reviews.ts'
import { EncodedJson } from './encode-event.ts'
import { withoutManagedFields } from './without-managed-fields.ts'

/** Returns the event of a stage, with members in the order of a genuine server. */
export const eventOf: AuditRules['eventOf'] = (record, stage, apiDomain) => {
  const { id, uri, user, info, impersonated, headers, decision, annotations } = record
  const { level } = decision
  const isRead = info.on === 'resource' && recordsAt(level, 'Request')
  return {
    kind: 'Event',
    apiVersion: `audit.${apiDomain}/v1`,
    level,
    auditID: id,
    stage,
    requestURI: uri,
    verb: info.verb,
    user: user ? userInfo(user) : {},
    ...(impersonated && { impersonatedUser: userInfo(impersonated) }),
    sourceIPs: sourceAddresses(record),
    ...(headers['user-agent'] && { userAgent: userAgentIn(headers['user-agent']) }),
    ...objectReference(record),
    ...responseStatus(record),
    ...(isRead && bodyMember('requestObject', record)),
    ...(recordsAt(level, 'RequestResponse') && bodyMember('responseObject', record)),
    requestReceivedTimestamp: microTime(record.receivedAtMs),
    stageTimestamp: microTime(record.stageAtMs),
    ...(annotations.size > 0 && { annotations: Object.fromEntries(annotations) }),
  }
}

/** AUDIT-026. Events are joined as texts, because each one was encoded when it was made. */
export const listOf: AuditRules['listOf'] = (events, apiDomain) =>
  `{"kind":"EventList","apiVersion":"audit.${apiDomain}/v1","metadata":{},` +
  `"items":[${events.join(',')}]}`

/** Whether a level records what another one does. */
export const recordsAt = (level: AuditLevel, wanted: AuditLevel): boolean =>
  auditLevels.indexOf(level) >= auditLevels.indexOf(wanted)

/**
 * AUDIT-013: the addresses that proxies have forwarded, and that of the connection unless it is the
 * last of them. Texts that are no addresses are left out, as in genuine servers.
 */
function sourceAddresses({ headers, address }: AuditRecord): string[] {
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',')
  const own = [headers['x-real-ip'] ?? []].flat()[0]?.trim() ?? ''
  const found = forwarded.map(one => one.trim()).filter(one => isIP(one) !== 0)
  if (isIP(own) !== 0 && !found.includes(own)) found.push(own)
  // An IPv4 client of a socket for both versions.
  const last = address.replace(/^::ffff:/, '')
  return isIP(last) === 0 || found.at(-1) === last ? found : [...found, last]
}

const userAgentLengthMax = 1024

const userAgentIn = (text: string): string =>
  text.length > userAgentLengthMax ? `${text.slice(0, userAgentLengthMax)}...TRUNCATED` : text

/**
 * AUDIT-015, AUDIT-016. A list has no name, except one that a field selector requires. The object
 * that is created or updated completes what the path says.
 */
function objectReference({ info, requestObject }: AuditRecord): JsonObject {
  if (info.on !== 'resource') return {}
  const isOfObject = ['create', 'update'].includes(info.verb) && isJsonObject(requestObject)
  const { name, uid, resourceVersion } = isOfObject ? objectIn(requestObject['metadata']) : {}
  const members = {
    resource: info.resource,
    namespace: requestNamespaceOf(info),
    name: info.name || info.selectedName || name,
    uid,
    apiGroup: info.group,
    apiVersion: info.version,
    resourceVersion,
    subresource: info.subresource,
  }
  const given = Object.entries(members).filter(
    ([, value]) => typeof value === 'string' && value !== '',
  )
  return { objectRef: Object.fromEntries(given) }
}

/** AUDIT-019. */
function responseStatus({ code, result = {} }: AuditRecord): JsonObject {
  if (code === undefined) return {}
  const { status, message, reason, details } = result
  const members = Object.entries({ status, message, reason, details })
  const given = members.filter(([, value]) => value !== undefined)
  return { responseStatus: { metadata: {}, ...Object.fromEntries(given), code } }
}

function bodyMember(
  member: 'requestObject' | 'responseObject',
  { decision, ...record }: AuditRecord,
): JsonObject {
  const value = record[member]
  if (value === undefined) return {}
  // What is encoded already is without them.
  const hasThem = decision.omitManagedFields && !(value instanceof EncodedJson)
  return { [member]: hasThem ? withoutManagedFields(value) : value }
}

/** AUDIT-024: a time with microseconds. */
function microTime(ms: number): string {
  const micros = Math.floor((ms % 1) * 1000)
  const text = new Date(Math.floor(ms)).toISOString()
  return `${text.slice(0, -1)}${String(micros).padStart(3, '0')}Z`
}
