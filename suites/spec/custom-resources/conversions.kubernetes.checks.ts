// Checks types whose objects a webhook converts between versions.

import {
  changesAreConverted,
  createIsConverted,
  eventsAreConverted,
  failuresAreErrors,
  metadataIsRestored,
  ownershipIsConverted,
  readsAreConverted,
  reviewsAreComplete,
} from '../../../properties/laws/custom-resources/conversions.ts'
import {
  appliedInOtherVersion,
  changedIdentities,
  changedInOtherVersion,
  convertedMetadata,
  createdInOtherVersion,
  failuresOfWebhook,
  readsOfConverted,
  watchedInOtherVersion,
} from '../../../properties/scenarios/custom-resources/conversions.ts'
import { example } from '../../check.ts'
import type { Need } from '../../check.ts'

const needs: Need[] = ['feature custom-resources']

export default [
  example('K8S-CR-090', readsOfConverted, readsAreConverted, { needs }),
  example('K8S-CR-091', createdInOtherVersion, createIsConverted, { needs }),
  example('K8S-CR-092', changedInOtherVersion, changesAreConverted, { needs }),
  example('K8S-CR-093', appliedInOtherVersion, ownershipIsConverted, {
    needs: [...needs, 'feature apply'],
  }),
  example('K8S-CR-094', watchedInOtherVersion, eventsAreConverted, { needs }),
  example('K8S-CR-095', failuresOfWebhook, failuresAreErrors('that fails'), { needs }),
  example(
    'K8S-CR-096',
    changedIdentities,
    failuresAreErrors('that changes the name, the namespace or the uid'),
    { needs },
  ),
  example('K8S-CR-097', convertedMetadata, metadataIsRestored, { needs }),
  example('K8S-CR-098', createdInOtherVersion, reviewsAreComplete, { needs }),
]
