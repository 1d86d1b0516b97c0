/** Sends the file to be read, and starts the dry run if all headers are recognised. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { dryRunImport, type ImportFile, readSheet } from '../../dataProvider/imports.ts';
import type { Entity } from '../../schemas/entity.ts';
import { FILE_BYTES_MAX } from '../../schemas/file-types.ts';
import { reasonOf } from '../feedback/toasts.ts';
import { FILE_MEGABYTES } from '../files/file-facts.ts';
import { watch } from '../jobs/watch.ts';
import { useImportPlace } from './import-address.ts';
import { isPlain } from './mapping.ts';
import { importKey } from './useImport.ts';

export interface Sending {
  name: string;
  /** The part that has been sent, from 0 to 1. */
  share: number;
}

/** Returns the error that can be found before the file is sent. The server checks the content. */
function errorIn(files: File[]): string | undefined {
  const [file] = files;
  if (!file || files.length > 1 || !/\.xlsx$/i.test(file.name)) return 'officina.validation.importFile';
  return file.size > FILE_BYTES_MAX ? 'officina.import.too_large' : undefined;
}

export function useReadFile({ resource }: Entity) {
  const translate = useTranslate();
  const client = useQueryClient();
  const { become } = useImportPlace();
  const [sending, setSending] = useState<Sending>();
  const [refused, setRefused] = useState<string>();
  const upload = useRef<AbortController>(undefined);
  useEffect(() => () => upload.current?.abort(), []);

  async function read(file: File, { signal }: AbortController): Promise<ImportFile> {
    const onProgress = (share: number) => setSending({ name: file.name, share });
    onProgress(0);
    const sheet = await readSheet(resource, file, { signal, onProgress });
    client.setQueryData(importKey(resource, sheet.id), sheet);
    if (isPlain(sheet)) watch.add(await dryRunImport(resource, sheet.id));
    else watch.update(sheet);
    return sheet;
  }

  const take = async (files: File[]) => {
    const [file] = files;
    if (!file) return;
    const error = errorIn(files);
    setRefused(error && translate(error, { limit: FILE_MEGABYTES }));
    if (error) return;
    upload.current = new AbortController();
    const { signal } = upload.current;
    try {
      const { id } = await read(file, upload.current);
      if (!signal.aborted) become(id);
    } catch (error) {
      if (signal.aborted) return;
      setSending(undefined);
      setRefused(reasonOf(error));
    }
  };
  const stop = () => {
    upload.current?.abort();
    setSending(undefined);
  };
  return { sending, refused, take, stop };
}
