// Checks objects that are returned as metadata only, as genuine servers do.

import { eventsShowMetadata } from '../../../properties/laws/table/tables-events.ts'
import {
  formsMatchTheRequest,
  partialListsShowMetadata,
  partialMetadataMatchesObject,
} from '../../../properties/laws/table/tables-partials.ts'
import {
  partialsOfWrongForm,
  partialsWithPlainReads,
  watchInForm,
} from '../../../properties/scenarios/table/tables-with-controls.ts'
import type { Need } from '../../check.ts'
import { example, property } from '../../check.ts'

const needs: Need[] = ['feature partial-metadata']
const often = { needs, observationsMin: 20 }

export default [
  property('K8S-TABLE-018', partialsWithPlainReads(), partialMetadataMatchesObject, often),
  property('K8S-TABLE-019', partialsWithPlainReads(), partialListsShowMetadata, often),
  property('K8S-TABLE-020', watchInForm('PartialObjectMetadata'), eventsShowMetadata, often),
  example('K8S-TABLE-021', partialsOfWrongForm, formsMatchTheRequest, { needs }),
]
