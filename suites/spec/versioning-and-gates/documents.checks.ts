// Checks how unknown fields of configuration kinds are treated.

import { validAuthentication } from '../../../properties/models/config/authentication.ts'
import {
  recordedCase,
  withFields,
} from '../../../properties/scenarios/configuration/configuration.ts'
import { documentCheck } from '../../configuration-checks.ts'

export default [
  documentCheck(
    'GATE-004',
    'Unknown fields in configuration.',
    validAuthentication,
    recordedCase(withFields({ 'no-such-field': 7 }), 'an unknown field'),
    recordedCase(withFields({ 'jwt[0].issuer.no-such-field': 7 }), 'an unknown field deeper down'),
  ),
]
