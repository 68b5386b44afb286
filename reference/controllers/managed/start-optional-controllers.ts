// The controllers that a server runs if its settings name them, under the names that a genuine
// controller manager gives them.

import type { ControllerSettings, OptionalController } from '../../api/controller-settings.ts'
import type { Controller, Parts } from '../../parts/parts.ts'
import { startCertificateApproval } from './approve-certificates.ts'
import { startCertificateRequestCleaning } from './clean-certificate-requests.ts'
import { startPodCollection } from './collect-pods.ts'
import { startDisruptionCounting } from './count-disruptions.ts'
import { startFinishedJobDeletion } from './delete-finished-jobs.ts'
import { startTokenSecrets } from './fill-token-secrets.ts'
import { startCertificateSigning } from './sign-certificates.ts'

const standardThreshold = 12_500

type Start = (parts: Parts, settings: ControllerSettings) => Controller | undefined

const starts: { readonly [name in OptionalController]: Start } = {
  'certificatesigningrequest-approving-controller': startCertificateApproval,
  'certificatesigningrequest-cleaner-controller': startCertificateRequestCleaning,
  'certificatesigningrequest-signing-controller': (parts, { signing }) =>
    signing && startCertificateSigning(signing, parts),
  'disruption-controller': startDisruptionCounting,
  'pod-garbage-collector-controller': (parts, { terminatedPodThreshold = standardThreshold }) =>
    startPodCollection(terminatedPodThreshold, parts),
  'serviceaccount-token-controller': startTokenSecrets,
  'ttl-after-finished-controller': startFinishedJobDeletion,
}

/** Starts the controllers that the settings name. */
export const startOptionalControllers = (
  settings: ControllerSettings,
  parts: Parts,
): readonly Controller[] => settings.names.flatMap(name => starts[name](parts, settings) ?? [])
