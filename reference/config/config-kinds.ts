// Collects all configuration kinds in all versions.

import { admissionConfigurations } from './admission/admission-configuration.ts'
import { admissionReviews } from './admission-review/admission-review.ts'
import { auditEvents } from './audit/event.ts'
import { auditPolicies } from './audit/policy.ts'
import { authenticationConfigurations } from './authentication/authentication-configuration.ts'
import { authorizationConfigurations } from './authorization/authorization-configuration.ts'
import { controllerManagers } from './controller-manager/controller-manager.ts'
import { leaderMigrationConfigurations } from './controller-manager/leader-migration.ts'
import { egressSelectorConfigurations } from './egress/egress-selector-configuration.ts'
import { encryptionConfigurations } from './encryption/encryption-configuration.ts'
import { eventRateLimits } from './event-rate-limit/event-rate-limit.ts'
import { execCredentials } from './exec-credential/exec-credential.ts'
import { imageReviews } from './image-review/image-review.ts'
import { proxyConfigurations } from './proxy/proxy-configuration.ts'
import { tracingConfigurations } from './tracing/tracing-configuration.ts'
import type { ConfigKinds } from './config-kind.ts'

export const configKinds: ConfigKinds = [
  ...execCredentials,
  ...eventRateLimits,
  ...imageReviews,
  ...admissionReviews,
  ...auditEvents,
  ...auditPolicies,
  ...admissionConfigurations,
  ...authenticationConfigurations,
  ...authorizationConfigurations,
  ...encryptionConfigurations,
  ...egressSelectorConfigurations,
  ...tracingConfigurations,
  ...controllerManagers,
  ...leaderMigrationConfigurations,
  ...proxyConfigurations,
]
