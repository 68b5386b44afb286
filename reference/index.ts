// The public interface of the reference server and of its node agent.

export type { Flag, FlagFinding, FlagRule } from './config/flags/flag.ts'
export { checkCommandLine, type CommandLineOptions } from './config/flags/command-line.ts'
export { type CheckedFlags, checkFlags, type FlagOptions } from './config/flags/check-flags.ts'
export type { AllowRule, TokenUser } from './api/access.ts'
export type { Parts } from './parts/parts.ts'
export { defaultParts } from './server/default-parts.ts'
export type { ControllerSettings } from './api/controller-settings.ts'
export type { PartsOptions } from './server/parts-options.ts'
export { streamPieces } from './http/stream-pieces.ts'
export { type ReferenceServer, startReference } from './server/start.ts'
export {
  type ConfigFilesResult as ConfigCheckResult,
  checkConfig,
  type CheckOptions,
} from './config/check-config.ts'
export type { ConfigFile } from './config/check-document.ts'
export {
  type ConfigFinding,
  findingMessage,
} from './config/config-finding.ts'
export { type AdmissionFlags, admissionSettings } from './flag-settings/admission-flags.ts'
export { type AuditFlags, auditSettings } from './flag-settings/audit-flags.ts'
export { type EncryptionFlags, encryptionSettings } from './flag-settings/encryption-flags.ts'
export {
  type AuthorizationFlags,
  authorizationSettings,
} from './flag-settings/authorization-flags.ts'
export {
  type AuthenticationFlags,
  authenticationSettings,
} from './flag-settings/authentication-flags.ts'
export { type EgressFlags, egressSettings } from './flag-settings/egress-flags.ts'
export { type TracingFlags, tracingSettings } from './flag-settings/tracing-flags.ts'
export { flagDurationMs } from './flag-settings/flag-duration.ts'
export { parseFeatureGates } from './server/feature-gate-flag.ts'
export { selfSignedCertificate } from './http/self-signed-certificate.ts'
export { configKinds } from './config/config-kinds.ts'
export type { ConfigKind, ConfigKinds } from './config/config-kind.ts'
export { memoryStore } from './storage/memory.ts'
export { CorruptValue, type Store } from './api/store.ts'
export {
  type AgentOptions,
  AgentRefusal,
  type RunningAgent,
  startAgent,
} from './agent/start-agent.ts'
export { prepareAgent } from './config/flags/main.ts'
