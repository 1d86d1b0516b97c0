/** Scans a code on any page and opens its record. */

import { createContext, type ReactNode, useContext } from 'react';
import { useTranslate } from 'react-admin';
import { useNavigate } from 'react-router';
import { idOf, routeOf } from '../../schemas/catalogue.ts';
import { useApplication } from '../context/application.tsx';
import { addressOf } from '../context/routes.ts';
import { notFoundText, useFind } from './useFind.ts';
import { useScan } from './useScan.tsx';

const OpenScanContext = createContext<(() => void) | undefined>(undefined);

/** Returns a function that opens the scan; undefined if the user may not open any entity with codes. */
export const useOpenScan = (): (() => void) | undefined => useContext(OpenScanContext);

export function OpenScan({ children }: { children: ReactNode }) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const { entities, may } = useApplication();
  const find = useFind();
  const { scan, close, dialog } = useScan({
    title: translate('officina.scan.title'),
    async onCode(text, typed) {
      const found = await find(text, typed);
      if (typeof found === 'string') return notFoundText(found, translate);
      const { entity, row } = found;
      close();
      // The page may then display the short card, if a setting says so.
      navigate(addressOf(routeOf(entity, 'detail'), idOf(entity, row)), { state: { scanned: true } });
      return undefined;
    },
  });
  const any = entities.some((entity) => entity.qr !== undefined && may(entity.access.read));
  return (
    <OpenScanContext value={any ? scan : undefined}>
      {children}
      {dialog}
    </OpenScanContext>
  );
}
