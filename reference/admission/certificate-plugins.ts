// Plugins of certificate requests: who has sent one, and who may approve and sign it.

import { type ApiObject, type JsonObject, objectIn, objectsIn, timestamp } from '../api/object.ts'
import type { User } from '../api/request.ts'
import { isSameJson } from '../api/same-json.ts'
import { Refusal } from '../api/refusal.ts'
import { forbidden } from '../api/status.ts'
import { readCertificateRequest } from '../lib/certificate-request.ts'
import type { Parts } from '../parts/parts.ts'
import type { AdmissionAttributes } from '../api/write.ts'
import type { AdmissionPlugin } from './admission-plugin.ts'

/**
 * Records the user who sends a request, whatever the body says of it. Afterwards, `approval` writes
 * conditions alone, `status` cannot approve or deny, and new conditions get their times. Not a
 * plugin of a genuine server, which does this in its storage.
 */
export const certificateRequestStrategy: AdmissionPlugin = {
  name: 'CertificateRequestStrategy',
  async mutate({ operation, object, old, request }, { clock }) {
    if (!request) return object
    if (operation === 'create') return { ...object, spec: specOf(object, request.user) }
    const { subresource } = request.info
    if (operation !== 'update' || !old || subresource === '') return object
    const [written, before] = [objectIn(object.status), objectIn(old.status)]
    const isDecision = ({ type }: JsonObject) => type === 'Approved' || type === 'Denied'
    const conditions = objectsIn(written.conditions)
    const kept =
      subresource === 'approval'
        ? conditions
        : [
            ...objectsIn(before.conditions).filter(isDecision),
            ...conditions.filter(one => !isDecision(one)),
          ]
    const dated = withTimes(kept, objectsIn(before.conditions), timestamp(clock.now()))
    const { conditions: _conditions, ...rest } = subresource === 'approval' ? before : written
    return { ...object, status: { ...rest, ...(dated.length > 0 && { conditions: dated }) } }
  },
}

function specOf({ spec }: ApiObject, { name, uid, groups, extra }: User): JsonObject {
  const { username: _name, uid: _uid, groups: _groups, extra: _extra, ...own } = objectIn(spec)
  return {
    ...own,
    ...(name !== '' && { username: name }),
    ...(uid !== '' && { uid }),
    ...(groups.length > 0 && { groups: [...groups] }),
    ...(extra && Object.keys(extra).length > 0 && { extra }),
  }
}

/** Adds the missing times of conditions. */
const withTimes = (
  conditions: readonly JsonObject[],
  before: readonly JsonObject[],
  now: string,
): JsonObject[] =>
  conditions.map(condition => {
    const old = before.find(({ type }) => type === condition['type'])
    const isSame = old?.['status'] === condition['status']
    return {
      ...condition,
      lastUpdateTime: condition['lastUpdateTime'] ?? now,
      lastTransitionTime:
        condition['lastTransitionTime'] ??
        (isSame ? old?.['lastTransitionTime'] : undefined) ??
        now,
    }
  })

/** Requires the right to approve for a signer, if the conditions of a request change. */
export const certificateApproval: AdmissionPlugin = {
  name: 'CertificateApproval',
  async check(attempt, parts) {
    if (attempt.operation !== 'update' || attempt.request?.info.subresource !== 'approval') return
    await requireRight('approve', attempt, parts)
  },
}

/** Requires the right to sign for a signer, if the certificate or the conditions change. */
export const certificateSigning: AdmissionPlugin = {
  name: 'CertificateSigning',
  async check(attempt, parts) {
    const { operation, object, old, request } = attempt
    if (operation !== 'update' || request?.info.subresource !== 'status') return
    const [now, before] = [objectIn(object.status), objectIn(old?.status)]
    const isSame =
      isSameJson(now['certificate'], before['certificate']) &&
      isSameJson(now.conditions, before.conditions)
    if (!isSame) await requireRight('sign', attempt, parts)
  },
}

/** Refuses requests for client certificates of administrators. */
export const certificateSubjectRestriction: AdmissionPlugin = {
  name: 'CertificateSubjectRestriction',
  async check({ operation, object, resource }, parts) {
    if (operation !== 'create') return
    const signer = `${signerDomain(parts)}/kube-apiserver-client`
    if (signerOf(object) !== signer) return
    const { request } = objectIn(object.spec)
    const text = Buffer.from(String(request), 'base64').toString()
    const content = await readCertificateRequest(text)
    if (!content?.organizations.includes('system:masters')) return
    throw forbidden({
      ...resource,
      name: object.metadata.name ?? '',
      because: `use of ${signer} signer with system:masters group is not allowed`,
    })
  },
}

/** The domain of the signers of the server itself. */
const signerDomain = ({ dialect: { labelDomain, apiDomain } }: Pick<Parts, 'dialect'>): string =>
  labelDomain ?? apiDomain

const signerOf = ({ spec }: ApiObject): string => String(objectIn(spec)['signerName'] ?? '')

/** @throws Refusal 403 if the user has the right for neither the signer nor its whole domain */
async function requireRight(
  verb: 'approve' | 'sign',
  { object, old, resource, request }: AdmissionAttributes,
  parts: Parts,
): Promise<void> {
  if (!request) return
  const signer = signerOf(old ?? object)
  const mayFor = async (name: string) => {
    const info = {
      on: 'resource',
      path: '',
      verb,
      group: resource.group,
      version: '*',
      resource: 'signers',
      namespace: '',
      name,
      subresource: '',
      selectedName: '',
      isAsked: true,
    } as const
    try {
      await parts.stages.authorize(request.user, info, parts)
      return true
    } catch (error) {
      if (error instanceof Refusal && error.code === 403) return false
      throw error
    }
  }
  if ((await mayFor(signer)) || (await mayFor(`${signer.split('/')[0]}/*`))) return
  throw forbidden({
    ...resource,
    name: object.metadata.name ?? '',
    because: `user not permitted to ${verb} requests with signerName ${JSON.stringify(signer)}`,
  })
}
