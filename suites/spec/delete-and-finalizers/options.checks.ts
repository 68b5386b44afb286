import { optionsAreAccepted } from '../../../properties/laws/delete-and-finalizers/delete-options.ts'
import {
  deletesWithEachOption,
  optionLabels,
} from '../../../properties/scenarios/delete-and-finalizers/delete-options.ts'
import { example } from '../../check.ts'

export default [example('DEL-013', deletesWithEachOption, optionsAreAccepted(optionLabels))]
