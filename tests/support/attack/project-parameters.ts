import type { Endpoint } from '@clusterdesk/contracts';
import { z } from 'zod';

/** Whether a call takes a project: by its id, or as a space. */
export const namesProject = ({ input }: Endpoint): boolean => takesProject(input);

function takesProject(schema: unknown): boolean {
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).some(
      ([name, value]) => /^project(Id)?$/.test(name) || takesProject(value),
    );
  }
  if (schema instanceof z.ZodUnion) {
    return schema.options.some(takesProject);
  }
  if (schema instanceof z.ZodArray) {
    return takesProject(schema.element);
  }
  if (schema instanceof z.ZodPipe) {
    return takesProject(schema.in) || takesProject(schema.out);
  }
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault
  ) {
    return takesProject(schema.unwrap());
  }
  if (schema instanceof z.ZodEnum) {
    return schema.options.includes('project');
  }
  return schema instanceof z.ZodLiteral && schema.values.has('project');
}
