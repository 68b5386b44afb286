// What becomes of fields that no kind of configuration knows.

import { authentication } from '../../../properties/models/config/authentication.ts'
import { noted, put } from '../../../properties/scenarios/configuration/configuration.ts'
import { documents } from '../../configuration.ts'

export default [
  documents(
    'GATE-004',
    'Unknown fields in configuration.',
    authentication,
    noted(put({ 'no-such-field': 7 }), 'an unknown field'),
    noted(put({ 'jwt[0].issuer.no-such-field': 7 }), 'an unknown field deeper down'),
  ),
]
