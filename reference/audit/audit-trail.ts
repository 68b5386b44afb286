// Follows one request, and sends its events to the sinks.

import type { AuditRecord, AuditStage } from '../api/audit.ts'
import { isJsonObject, type JsonObject } from '../api/object.ts'
import type {
  AuditedBody,
  AuditTrail,
  IncomingRequest,
  Reply,
  RequestInfo,
  User,
} from '../api/request.ts'
import type { Codec } from '../codecs/codec.ts'
import { failureStatus } from '../api/refusal.ts'
import { yieldAfter } from '../lib/event-loop.ts'
import type { Parts } from '../parts/parts.ts'
import { recordsAt } from './audit-event.ts'
import { EncodedJson, encodeEvent } from './encode-event.ts'
import { documentIn, mediaTypeOf, type NotedBody, notedBody } from './noted-body.ts'

/** What is known of a request when it arrives. `uri` is as it was sent. */
export type ArrivedRequest = Pick<AuditRecord, 'id' | 'uri' | 'headers' | 'address'> &
  Pick<IncomingRequest, 'method' | 'path'>

type Audited = Pick<Parts, 'auditRules' | 'clock' | 'codecs' | 'dialect'>

// No client waits for the event in the mode `batch`, so other work goes first.
const turnMs = 2

const lasting = new Set(['attach', 'exec', 'log', 'portforward', 'proxy'])

/** Whether the client decides how long the response lasts. */
const isLasting = (info: RequestInfo): boolean =>
  info.on === 'resource' && (info.verb === 'watch' || lasting.has(info.subresource))

/** Begins to follow a request, which costs little until its level is known. */
export function openTrail(
  arrived: ArrivedRequest,
  audit: NonNullable<Parts['audit']>,
  { auditRules, clock, codecs, dialect }: Audited,
): AuditTrail {
  const { id, uri, headers, address, method, path } = arrived
  const receivedAtMs = clock.now()
  const startedAtMs = clock.steady()
  const annotations = new Map<string, string>()
  let sender: User | undefined
  let impersonated: User | undefined
  let about: Pick<AuditRecord, 'user' | 'info' | 'decision'> | undefined
  let body: AuditedBody | undefined
  let sent: Buffer | undefined
  let noted: NotedBody['document'] | undefined
  let bodies: Pick<AuditRecord, 'requestObject' | 'responseObject'> = unknownBodies
  let answer: Pick<AuditRecord, 'code' | 'result'> = { code: undefined, result: undefined }
  let isUnauthenticated = false
  /** The stage that ends the request; undefined if it has ended. */
  let last: AuditStage | undefined = 'ResponseComplete'

  function begin(user: User | undefined, given: RequestInfo): void {
    if (about) return
    const isCut = given.on === 'resource' && !dialect.auditsSelectedNames
    const info = isCut ? { ...given, selectedName: '' } : given
    const decision = auditRules.decisionOf(audit.policy, { user, info }, auditRules.matches)
    about = { user, info, decision }
  }

  const records = (level: 'Metadata' | 'Request' | 'RequestResponse'): boolean =>
    about !== undefined && recordsAt(about.decision.level, level)

  /** Resolves to whether the sinks let the request go on. */
  async function emit(stage: AuditStage): Promise<boolean> {
    if (!about || !records('Metadata') || about.decision.omitStages.includes(stage)) return true
    // A clock that is set back changes no duration.
    const stageAtMs = receivedAtMs + clock.steady() - startedAtMs
    const times = { receivedAtMs, stageAtMs }
    const own = { id, uri, headers, address, impersonated, annotations }
    const record = { ...own, ...about, ...times, ...answer, ...bodies }
    const event = auditRules.eventOf(record, stage, dialect.apiDomain)
    const encoded = encodeEvent(event)
    const shortened = () => encodeEvent(truncated(event, dialect.apiDomain))
    const results = await Promise.all(audit.sinks.map(sink => sink.write(encoded, shortened)))
    return !results.includes(false)
  }

  function requestDocument(): unknown {
    if (!sent || !body || !(records('Request') || body.isObject)) return undefined
    return documentIn(sent, codecs[body.mediaType], body.type)
  }

  return {
    id,
    authenticated: user => void (sender = user),
    unauthenticated: info => {
      begin(undefined, info)
      isUnauthenticated = true
    },
    received: async info => {
      begin(sender, info)
      if (await emit('RequestReceived')) return
      last = undefined
      throw failureStatus({
        code: 500,
        reason: 'InternalError',
        message: 'Internal error occurred: failed to store audit event',
        details: { causes: [{ message: 'failed to store audit event' }] },
      })
    },
    impersonated: user => void (impersonated = user),
    decided: ({ is, reason = '' }) => {
      annotations.set(`authorization.${dialect.apiDomain}/decision`, is === 'allow' ? is : 'forbid')
      annotations.set(`authorization.${dialect.apiDomain}/reason`, reason)
    },
    negotiated: found => void (body = found),
    annotate: (key, value) => {
      if (!annotations.has(key)) annotations.set(key, value)
    },
    reads: read => async () => {
      const bytes = await read()
      if (records('Metadata')) sent = bytes
      return bytes
    },
    failed: () => {
      if (last !== undefined) last = 'Panic'
    },
    answers: async reply => {
      if (!about && sender) {
        // The path could not be parsed.
        begin(sender, { on: 'path', path, verb: method.toLowerCase() })
        await emit('RequestReceived')
      }
      if (!about || !records('Metadata')) return reply
      bodies = { ...unknownBodies, requestObject: requestDocument() }
      const codec = codecs[mediaTypeOf(reply)]
      const status = statusIn(reply, about.info, codec)
      answer = { code: reply.status, result: status }
      // A Status is whole when the response begins, also that of a request that would have lasted.
      if (status) bodies = { ...bodies, responseObject: status }
      if (isUnauthenticated || isLasting(about.info)) await emit('ResponseStarted')
      if (!records('RequestResponse') || isLasting(about.info)) return reply
      const copy = notedBody(reply, codec)
      noted = copy.document
      return copy.reply
    },
    completed: async () => {
      const stage = last
      last = undefined
      // As in genuine servers, an unauthenticated request has one event, which already has the
      // response.
      if (stage === undefined || isUnauthenticated) return
      const { omitManagedFields = false } = about?.decision ?? {}
      const document = await noted?.({ omitManagedFields, pause: yieldAfter(turnMs) })
      // Documents that are not objects, such as `/version`, are left out.
      const isObject = isJsonObject(document) && document['kind'] !== undefined
      if (document instanceof EncodedJson || isObject)
        bodies = { ...bodies, responseObject: document }
      await emit(stage)
    },
  }
}

/** As in genuine servers, an event that is too long loses the objects in it, and says so. */
function truncated(event: JsonObject, apiDomain: string): JsonObject {
  const { requestObject: _, responseObject: __, annotations, ...rest } = event
  const mark = { [`audit.${apiDomain}/truncated`]: 'true' }
  return { ...rest, annotations: { ...(isJsonObject(annotations) && annotations), ...mark } }
}

/** Returns the Status of a failure, or of a deletion that leaves no object. */
function statusIn(
  { status, body }: Reply,
  info: RequestInfo,
  codec: Codec | undefined,
): JsonObject | undefined {
  if (!Buffer.isBuffer(body)) return undefined
  if (status < 400 && (info.verb !== 'delete' || body.length > statusBytesMax)) return undefined
  const document = documentIn(body, codec)
  return isJsonObject(document) && document['kind'] === 'Status' ? document : undefined
}

// What a deletion answers is longer only if it is the object.
const statusBytesMax = 4096

const unknownBodies = { requestObject: undefined, responseObject: undefined }
