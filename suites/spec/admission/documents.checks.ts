// Checks which admission configurations and webhook responses are valid.

import {
  validAdmission,
  validAdmissionReview,
} from '../../../properties/models/config/admission.ts'
import { withVersion } from '../../../properties/models/config/documents.ts'
import {
  literalOnlyCase,
  withFields,
  refusedCase,
  acceptedCase,
  withoutFields,
} from '../../../properties/scenarios/configuration/configuration.ts'
import { documentCheck } from '../../configuration-checks.ts'

const allowed = 'response.allowed'

export default [
  documentCheck(
    'ADM-019',
    '`response.allowed` is a required boolean.',
    validAdmissionReview,
    literalOnlyCase(withoutFields(allowed)),
    refusedCase(withFields({ [allowed]: 'true' })),
    acceptedCase(withFields({ [allowed]: false })),
  ),
  documentCheck(
    'ADM-027',
    'A warning has at most 120 characters.',
    validAdmissionReview,
    // The specification advises against longer warnings, but does not say whether they are refused.
    acceptedCase(withFields({ 'response.warnings': ['a'.repeat(120)] })),
  ),
  documentCheck(
    'ADM-033',
    'The kind is accepted in `apiserver.config.<api-domain>/v1`.',
    validAdmission,
    acceptedCase({}),
  ),
  documentCheck(
    'ADM-034',
    'The kind is accepted in `apiserver.<api-domain>/v1alpha1`.',
    withVersion(validAdmission, ['apiserver', 'v1alpha1']),
    acceptedCase({}),
  ),
  documentCheck(
    'ADM-035',
    '`plugins` is an array.',
    validAdmission,
    refusedCase(withFields({ plugins: { name: 'EventRateLimit' } })),
    refusedCase(withFields({ plugins: 'EventRateLimit' })),
  ),
  documentCheck(
    'ADM-036',
    '`name` of a plugin is required.',
    validAdmission,
    literalOnlyCase(withoutFields('plugins[0].name')),
    refusedCase(withFields({ 'plugins[0].name': 7 })),
  ),
  documentCheck(
    'ADM-037',
    '`name` is that of a plugin that the server knows.',
    validAdmission,
    literalOnlyCase(withFields({ 'plugins[0].name': 'NoSuchPlugin' })),
    acceptedCase(
      withFields({ 'plugins[0].name': 'ImagePolicyWebhook' }, 'plugins[0].configuration'),
    ),
  ),
]
