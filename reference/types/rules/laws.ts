// What no word of the vocabulary can say, by name: each a function of a place.

import { accessLaws } from './access-laws.ts'
import { admissionLaws } from './admission-laws.ts'
import { claimLaws } from './claim-laws.ts'
import { containerLaws } from './container-laws.ts'
import { coreLaws } from './core-laws.ts'
import { jobLaws } from './job-laws.ts'
import { metaLaws } from './meta-laws.ts'
import { networkLaws } from './network-laws.ts'
import { podLaws } from './pod-laws.ts'
import { podUpdateLaws } from './pod-update-laws.ts'
import { policyLaws } from './policy-laws.ts'
import { quotaLaws } from './quota-laws.ts'
import { resourceLaws } from './resource-laws.ts'
import { serviceLaws } from './service-laws.ts'
import { storageLaws } from './storage-laws.ts'
import { volumeLaws } from './volume-laws.ts'
import { workloadLaws } from './workload-laws.ts'

export const laws = {
  ...accessLaws,
  ...admissionLaws,
  ...claimLaws,
  ...containerLaws,
  ...coreLaws,
  ...jobLaws,
  ...metaLaws,
  ...networkLaws,
  ...podLaws,
  ...podUpdateLaws,
  ...policyLaws,
  ...quotaLaws,
  ...resourceLaws,
  ...serviceLaws,
  ...storageLaws,
  ...volumeLaws,
  ...workloadLaws,
} as const

export type LawName = keyof typeof laws
