/** The documents of the user's open work on this device: how much space they may take, and which have no room. */
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useTranslate } from 'react-admin';
import { contents } from '../../dataProvider/contents.ts';
import type { TakenFile } from '../../dataProvider/device.ts';
import { TAKEN, takenOf } from '../../dataProvider/taken.ts';
import { useApplication, useLanguage } from '../../resources/context/application.tsx';
import { sizeText } from '../../resources/files/file-facts.ts';
import { connectionType, useFilesLimit, useNoMobile } from '../interventions/work/files-choice.ts';
import { inOrder } from '../interventions/work/take-along.ts';
import { chosenFiles, LIMITS } from '../interventions/work/taken-files.ts';

/** The number of files without room whose names are displayed. */
const NAMES = 5;

/** Users without work have no documents of it, and without a service worker no page opens without a network. */
export function FilesCard() {
  const { family, person } = useApplication();
  if (family === 'RESP' || person === undefined || !('serviceWorker' in navigator)) return null;
  return <Files user={person.id} />;
}

function Files({ user }: { user: number }) {
  const translate = useTranslate();
  const language = useLanguage();
  const [limit, setLimit] = useFilesLimit();
  const [noMobile, setNoMobile] = useNoMobile();
  const { data: taken } = useQuery({
    queryKey: [TAKEN, user, language],
    queryFn: async () => (await takenOf(user, language)) ?? null,
  });
  const works = inOrder(taken?.rows ?? [], user);
  const { chosen, left } = chosenFiles(works, limit);
  const change = (next: number) => {
    setLimit(next);
    // Also without a network, files for which there is no more room are removed at once.
    if (taken) void contents.keepOnly(user, chosenFiles(works, next).chosen).catch(() => undefined);
  };
  const named = left.slice(0, NAMES).map(({ name, bytes }) => `${name} (${sizeText(bytes, language)})`);
  const names = [...named, ...(left.length > NAMES ? ['…'] : [])].join(', ');
  return (
    <section className="account-card" aria-label={translate('officina.files.title')}>
      <h2>{translate('officina.files.title')}</h2>
      <p className="factor-text">{translate('officina.files.about')}</p>
      <div className="files-choice">
        <TextField
          select
          label={translate('officina.files.limit')}
          value={LIMITS.includes(limit) ? limit : 0}
          onChange={({ target }) => change(Number(target.value))}
          sx={{ minWidth: 220 }}
        >
          {LIMITS.map((one) => (
            <MenuItem key={one} value={one}>
              {translate(one === 0 ? 'officina.files.none' : 'officina.files.megabytes', { count: one })}
            </MenuItem>
          ))}
        </TextField>
        {connectionType() !== undefined && limit > 0 && (
          <FormControlLabel
            control={<Checkbox checked={noMobile} onChange={(_, checked) => setNoMobile(checked)} />}
            label={translate('officina.files.no_mobile')}
          />
        )}
      </div>
      <Used chosen={chosen} />
      {limit > 0 && left.length > 0 && (
        <p className="factor-text">{translate('officina.files.left', { smart_count: left.length, names })}</p>
      )}
    </section>
  );
}

/** How much is on this device, and how much of the chosen files is not: they are being fetched, or space is missing. */
function Used({ chosen }: { chosen: TakenFile[] }) {
  const translate = useTranslate();
  const language = useLanguage();
  const held = useSyncExternalStore(contents.subscribe, contents.all);
  const paths = new Set(held.map(({ path }) => path));
  const coming = chosen.filter(({ path }) => !paths.has(path)).length;
  const bytes = held.reduce((sum, file) => sum + file.bytes, 0);
  return (
    <p className="factor-text" role="status">
      {held.length === 0
        ? translate('officina.files.empty')
        : translate('officina.files.used', { smart_count: held.length, size: sizeText(bytes, language) })}
      {coming > 0 && ` ${translate('officina.files.coming', { smart_count: coming })}`}
    </p>
  );
}
