// Collects, by name, the rules that the table vocabulary cannot express. Each is a function of a
// place.

import { accessValidators } from './access-validators.ts'
import { admissionValidators } from './admission-validators.ts'
import { claimValidators } from './claim-validators.ts'
import { containerValidators } from './container-validators.ts'
import { coreValidators } from './core-validators.ts'
import { jobValidators } from './job-validators.ts'
import { metaValidators } from './meta-validators.ts'
import { networkValidators } from './network-validators.ts'
import { podValidators } from './pod-validators.ts'
import { podUpdateValidators } from './pod-update-validators.ts'
import { policyValidators } from './policy-validators.ts'
import { quotaValidators } from './quota-validators.ts'
import { resourceValidators } from './resource-validators.ts'
import { serviceValidators } from './service-validators.ts'
import { storageValidators } from './storage-validators.ts'
import { volumeValidators } from './volume-validators.ts'
import { workloadValidators } from './workload-validators.ts'

export const validators = {
  ...accessValidators,
  ...admissionValidators,
  ...claimValidators,
  ...containerValidators,
  ...coreValidators,
  ...jobValidators,
  ...metaValidators,
  ...networkValidators,
  ...podValidators,
  ...podUpdateValidators,
  ...policyValidators,
  ...quotaValidators,
  ...resourceValidators,
  ...serviceValidators,
  ...storageValidators,
  ...volumeValidators,
  ...workloadValidators,
} as const
