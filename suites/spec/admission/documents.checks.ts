// Which admission configurations and answers of webhooks are valid.

import { admission, admissionReview } from '../../../properties/models/config/admission.ts'
import { inVersion } from '../../../properties/models/config/documents.ts'
import {
  byTheLetter,
  put,
  refused,
  taken,
  without,
} from '../../../properties/scenarios/configuration/configuration.ts'
import { documents } from '../../configuration.ts'

const allowed = 'response.allowed'

export default [
  documents(
    'ADM-019',
    '`response.allowed` is a required boolean.',
    admissionReview,
    byTheLetter(without(allowed)),
    refused(put({ [allowed]: 'true' })),
    taken(put({ [allowed]: false })),
  ),
  documents(
    'ADM-027',
    'A warning has at most 120 characters.',
    admissionReview,
    // Longer ones are better not sent; the quote does not say what becomes of them.
    taken(put({ 'response.warnings': ['a'.repeat(120)] })),
  ),
  documents(
    'ADM-033',
    'The kind is accepted in `apiserver.config.<api-domain>/v1`.',
    admission,
    taken({}),
  ),
  documents(
    'ADM-034',
    'The kind is accepted in `apiserver.<api-domain>/v1alpha1`.',
    inVersion(admission, ['apiserver', 'v1alpha1']),
    taken({}),
  ),
  documents(
    'ADM-035',
    '`plugins` is an array.',
    admission,
    refused(put({ plugins: { name: 'EventRateLimit' } })),
    refused(put({ plugins: 'EventRateLimit' })),
  ),
  documents(
    'ADM-036',
    '`name` of a plugin is required.',
    admission,
    byTheLetter(without('plugins[0].name')),
    refused(put({ 'plugins[0].name': 7 })),
  ),
  documents(
    'ADM-037',
    '`name` is that of a plugin that the server knows.',
    admission,
    byTheLetter(put({ 'plugins[0].name': 'NoSuchPlugin' })),
    taken(put({ 'plugins[0].name': 'ImagePolicyWebhook' }, 'plugins[0].configuration')),
  ),
]
