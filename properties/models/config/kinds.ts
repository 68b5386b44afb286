// The overview table of configuration kinds: a valid document of each, and its groups and versions.

import { validAdmission, validAdmissionReview } from './admission.ts'
import {
  validAuditEvent,
  validAuditEventList,
  validAuditPolicy,
  validAuditPolicyList,
} from './audit.ts'
import { validAuthentication } from './authentication.ts'
import { validAuthorization } from './authorization.ts'
import {
  validCloudManager,
  validClusterManager,
  validLeaderMigration,
} from './controller-manager-files.ts'
import type { Term } from '../../dsl/term.ts'
import { tlsTexts, validEgressSelector } from './egress.ts'
import { validEncryption } from './encryption.ts'
import { validExecCredential } from './exec-credential.ts'
import { validProxyConfig } from './proxy.ts'
import { validEventRateLimits, validImageReview, validTracing } from './small-kinds.ts'

export type GroupVersion = readonly [group: string, version: string]

/** A kind of the overview table. */
export type TableKind = {
  kind: string
  versions: GroupVersion[]
  /** A valid document in one of the versions. */
  document: { [name: string]: Term }
  /** The files on the machine that the document names, as texts by absolute name. */
  machineTexts?: Record<string, string>
}

const one = (group: string, version: string): GroupVersion[] => [[group, version]]
const beta: GroupVersion[] = [
  ['apiserver', 'v1alpha1'],
  ['apiserver', 'v1beta1'],
]
const whole: GroupVersion = ['apiserver.config', 'v1']

const tableKind = (
  document: TableKind['document'],
  versions: GroupVersion[],
  machineTexts?: Record<string, string>,
): TableKind => ({
  kind: String(document['kind']),
  versions,
  document,
  ...(machineTexts ? { machineTexts } : {}),
})

/** The kinds that services read. */
const serviceKinds: TableKind[] = [
  tableKind(validEventRateLimits, one('eventratelimit.admission', 'v1alpha1')),
  tableKind(validImageReview, one('imagepolicy', 'v1alpha1')),
  tableKind(validAdmissionReview, one('admission', 'v1')),
  tableKind(validAuditEvent, one('audit', 'v1')),
  tableKind(validAuditEventList, one('audit', 'v1')),
  tableKind(validAuditPolicy, one('audit', 'v1')),
  tableKind(validAuditPolicyList, one('audit', 'v1')),
  tableKind(validAdmission, [whole, ['apiserver', 'v1alpha1']]),
  tableKind(validAuthentication, beta),
  tableKind(validAuthorization, [whole, ...beta]),
  tableKind(validEncryption, [whole]),
  tableKind(validEgressSelector, beta, tlsTexts),
  tableKind(validTracing, beta),
  tableKind(validClusterManager, one('clustercontrollermanager.config', 'v1alpha1')),
  tableKind(validCloudManager, one('cloudcontrollermanager.config', 'v1alpha1')),
  tableKind(validLeaderMigration, one('controllermanager.config', 'v1alpha1')),
  tableKind(validProxyConfig, one('clusterproxy.config', 'v1alpha1')),
]

/** The kind that only clients and their plug-ins read. */
const clientKind: TableKind = tableKind(validExecCredential, [
  ['client.authentication', 'v1'],
  ['client.authentication', 'v1beta1'],
])

/**
 * Reports whether only clients and their plug-ins read a kind, so that services may not know it.
 */
export const isClientKind = (kind: string): boolean => kind === clientKind.kind

/** All kinds of the table. The kind of clients is the last one. */
export const tableKinds: TableKind[] = [...serviceKinds, clientKind]
