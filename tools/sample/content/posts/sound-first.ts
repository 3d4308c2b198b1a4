import type { SamplePost } from '../kinds.ts';

export const soundFirst: SamplePost = {
  name: 'sound-first',
  title: 'Record the sound first, then decide where to put the camera',
  daysAgo: 15,
  cover: 'post-sound-first.webp',
  figure: {
    picture: 'figure-sound-first.webp',
    alt: 'A wave of sound drawn as bars: quiet at both ends, loud in the middle, one short passage in another colour.',
  },
  html: `<p>On our first day in the cab of Gulzar's lorry we did not unpack the camera. We hung four small microphones: one by the engine, one at the mirror, one behind the seats and one on Gulzar's collar. Then we drove for six hours and listened.</p>
<p>It was partly a trick. A camera makes people sit up straight. A microphone is forgotten before the next tea stop. But it was mostly because we had learned from an earlier film, the hard way, that sound is the thing you cannot get back.</p>
<h2>A picture can be mended</h2>
<p>If a shot is too dark, you can lift it. If it is crooked, you can turn it. If it is missing, you can cut around it, and the audience will build the gap in their heads without noticing. Viewers forgive pictures.</p>
<p>They do not forgive sound. A voice that drowns in wind is gone. And a room that is silent in a way in which no real room is silent tells everybody, at once, that what they see is not true.</p>
<blockquote>Close your eyes in the edit. If you still know where you are, the film is alive.</blockquote>
<h2>What the ears found</h2>
<p>After six hours we had a map of the lorry in sounds. The horn, of course; it plays a tune, and Gulzar paid more for it than for the brakes. But also a chain that rings on the tailgate at one certain speed, and stops at another. A radio that only works in the valleys. A cough of the engine, every time, one bend before the police post.</p>
[figure]
<p>Each of these became a scene. We knew that the chain would tell the audience how fast the lorry was going, so that we never had to show the speedometer. We knew that the radio would say <em>valley</em> before any picture did. And the cough gave us the best cut of the film, from a laughing man to a silent one, without a word between them.</p>
<h2>Then the camera</h2>
<p>On the second day we set the camera up where the sound was best. It is a strange way to choose a position, and it works more often than it should. Places where things sound clear tend to be places where people actually talk to one another. A microphone cannot be in the wrong place without telling you; a camera can, for a whole day.</p>
<p>This is the kit that we carried, for those who want to do the same:</p>
<ul>
<li>four microphones smaller than a fingernail, with fur against the wind,</li>
<li>a recorder with two levels, so that a horn and a whisper are both kept,</li>
<li>forty metres of cable tape, because everything shakes,</li>
<li>a notebook, in which every sound gets a line with the time.</li>
</ul>
<p>The notebook matters most. Eleven days of sound are two hundred and sixty hours. Nobody will listen to them twice. A line that says <em>14:10, Gulzar stops singing when he sees the bridge</em> is worth a hard disk.</p>
<h2>What it costs</h2>
<p>Time, mostly. We lost two days of pictures that we might have had, and one of them had the only rain of the journey. We have seen the rain. It was beautiful. We do not have it.</p>
<p>But we have how it sounded on the roof, with two men under it who had run out of things to say and were not in a hurry to find new ones. It is under the last minute of the film, over a picture of a dry road. Everybody who has seen <a href="/portfolioOne/[salt-road]">Salt Road</a> is quite sure that it ends in the rain.</p>`,
};
