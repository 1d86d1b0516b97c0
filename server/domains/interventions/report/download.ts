/** The report of an intervention for the requesting user. It is neither signed nor stored. */
import type { RulesByResource } from '../../../capabilities/rules.ts';
import { type Call, callOn } from '../../../http/call.ts';
import { readId } from '../../../requests/ids.ts';
import { isOn } from '../../../requests/list-parameters.ts';
import { contentsOf } from './contents.ts';
import type { ReportParts } from './report-dependencies.ts';
import { pdfName, toPdf } from './reports.ts';

export function downloadCall(parts: ReportParts, rules: RulesByResource): Call {
  const entity = parts.schemas.byResource.entity('odl');
  return {
    ...callOn(entity, 'read', 'GET', '/odl/:id/report'),
    summary: { it: 'Report PDF di un intervento', en: 'PDF report of an intervention' },
    query: {
      foto: {
        enum: ['0', '1'],
        description: '1 includes the photos of the intervention and of its checklist',
      },
    },
    bare: 'application/pdf',
    reply: { description: 'The PDF itself, without the envelope' },
    example: { data: '' },
    async handle(context) {
      const request = { intervention: readId(context.params.id), photos: isOn(context.query.foto) };
      const contents = await contentsOf(parts, rules, request, context);
      return { raw: await toPdf(contents), type: 'application/pdf', filename: pdfName(contents) };
    },
  };
}
