/** An import as stored on the server: its file, its job, and the next step. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  dryRunImport,
  type ImportFile,
  importOf,
  type Mapping,
  runImport,
  undoImport,
} from '../../dataProvider/imports.ts';
import type { Job } from '../../dataProvider/jobs.ts';
import type { Entity } from '../../schemas/entity.ts';
import { reasonOf } from '../feedback/toasts.ts';
import { useFollowed } from '../jobs/useJobs.ts';
import { watch } from '../jobs/watch.ts';

const STARTS = { dryRun: dryRunImport, run: runImport, undo: undoImport };

export interface Import {
  entity: Entity;
  id: number;
  file: ImportFile;
  job: Job;
  /** Whether a step was requested and the server has not answered. */
  starting: boolean;
  /** The reason why the last step was refused. */
  refused: string | undefined;
  start(step: keyof typeof STARTS, mapping?: Mapping): Promise<boolean>;
}

interface LoadedImport {
  data?: Import;
  error: Error | null;
  refetch(): unknown;
}

export const importKey = (resource: string, id: number) => ['import', resource, id];

export function useImport(entity: Entity, id: number): LoadedImport {
  const { resource } = entity;
  const client = useQueryClient();
  const [starting, setStarting] = useState(false);
  const [refused, setRefused] = useState<string>();
  const followed = useFollowed(id);
  const {
    data: file,
    error,
    refetch,
  } = useQuery<ImportFile, Error>({
    queryKey: importKey(resource, id),
    queryFn: () => importOf(resource, id),
  });
  const start: Import['start'] = async (step, mapping) => {
    setStarting(true);
    setRefused(undefined);
    try {
      watch.add(await STARTS[step](resource, id, mapping));
      // From now on the server stores the mapping.
      if (mapping) await client.invalidateQueries({ queryKey: importKey(resource, id) });
      return true;
    } catch (failure) {
      setRefused(reasonOf(failure));
      return false;
    } finally {
      setStarting(false);
    }
  };
  const job = followed ?? file;
  return { data: file && job && { entity, id, file, job, starting, refused, start }, error, refetch };
}
