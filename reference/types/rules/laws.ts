// What no word of the vocabulary can say, by name: each a function of a place.

import { accessValidators } from './access-laws.ts'
import { admissionValidators } from './admission-laws.ts'
import { claimValidators } from './claim-laws.ts'
import { containerValidators } from './container-laws.ts'
import { coreValidators } from './core-laws.ts'
import { jobValidators } from './job-laws.ts'
import { metaValidators } from './meta-laws.ts'
import { networkValidators } from './network-laws.ts'
import { podValidators } from './pod-laws.ts'
import { podUpdateValidators } from './pod-update-laws.ts'
import { policyValidators } from './policy-laws.ts'
import { quotaValidators } from './quota-laws.ts'
import { resourceValidators } from './resource-laws.ts'
import { serviceValidators } from './service-laws.ts'
import { storageValidators } from './storage-laws.ts'
import { volumeValidators } from './volume-laws.ts'
import { workloadValidators } from './workload-laws.ts'

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

export type ValidatorName = keyof typeof validators
