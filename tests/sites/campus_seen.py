"""Pages of three made-up universities unlike a Californian one, with what a reader takes from each of them.

A page is (address, title, body, facts). A fact is `head | relation | tail`; the tail of `requires`, `corequisite` and
`excludes` may be alternatives: `COMP 1021 / COMP 1022P`.
"""

# ruff: noqa: E501, ISC004  pages stand on one line

from __future__ import annotations

PAGES = (
    (
        "https://north.example/en/courses/list.html",
        "Undergraduate Courses",
        "<h1>Undergraduate Courses</h1><table><tr><th>Course Code</th><th>Course Title</th><th>Credits</th><th>Prerequisite(s)</th><th>Exclusion(s)</th></tr>"
        "<tr><td>COMP1021</td><td>Introduction to Computer Science</td><td>3 credits</td><td>-</td><td>COMP1022P, COMP1022Q</td></tr>"
        "<tr><td>COMP2011</td><td>Programming with C++</td><td>4</td><td>COMP1021 OR COMP1022P or equivalent</td><td></td></tr>"
        "<tr><td>COMP2011H</td><td>Honors Programming with C++</td><td>4</td><td>Grade B or above in COMP1021</td><td>COMP2011</td></tr>"
        "<tr><td>MATH2411</td><td>Applied Statistics</td><td>4</td><td>(MATH1014 or MATH1020) and MATH2111</td><td></td></tr></table>",
        """
        COMP 1021 | title | Introduction to Computer Science
        COMP 1021 | units | 3
        COMP 1021 | excludes | COMP 1022P
        COMP 1021 | excludes | COMP 1022Q
        COMP 2011 | title | Programming with C++
        COMP 2011 | units | 4
        COMP 2011 | requires | COMP 1021 / COMP 1022P
        COMP 2011H | title | Honors Programming with C++
        COMP 2011H | units | 4
        COMP 2011H | requires | COMP 1021
        COMP 2011H | excludes | COMP 2011
        MATH 2411 | title | Applied Statistics
        MATH 2411 | units | 4
        MATH 2411 | requires | MATH 1014 / MATH 1020
        MATH 2411 | requires | MATH 2111
        """,
    ),
    (
        "https://north.example/en/courses/plain.html",
        "Course list",
        "<h1>Course list</h1><table><tr><td>COMP1029A</td><td>Anatomy of Apps</td><td>1 credit</td><td>Prerequisite: COMP 1020 or equivalent</td></tr>"
        "<tr><td>COMP1029P</td><td>Python Start-Up</td><td>1 credit</td><td>Exclusion: COMP 1021</td></tr>"
        "<tr><td>COMP4211</td><td>Machine Learning</td><td>3 credits</td><td>Prerequisite: COMP 2012 and MATH 2121; Co-requisite: COMP 2711</td></tr></table>",
        """
        COMP 1029A | title | Anatomy of Apps
        COMP 1029A | units | 1
        COMP 1029A | requires | COMP 1020
        COMP 1029P | title | Python Start-Up
        COMP 1029P | units | 1
        COMP 1029P | excludes | COMP 1021
        COMP 4211 | title | Machine Learning
        COMP 4211 | units | 3
        COMP 4211 | requires | COMP 2012
        COMP 4211 | requires | MATH 2121
        COMP 4211 | corequisite | COMP 2711
        """,
    ),
    (
        "https://north.example/catalog/COMP/",
        "COMP Computer Science and Engineering",
        "<h1>Computer Science and Engineering</h1><h2>COMP 3311 Database Management Systems (3 units)</h2><table>"
        "<tr><th>PREVIOUS CODE</th><td>COMP 231</td></tr><tr><th>PRE-REQUISITE</th><td>(COMP 2011 OR COMP 2012H) AND (COMP 2711 OR MATH 2343)</td></tr>"
        "<tr><th>EXCLUSION</th><td>ISOM 3260</td></tr><tr><th>DESCRIPTION</th><td>Principles of databases and what they are for.</td></tr></table>"
        "<h2>COMP 3511 Operating Systems (3 units)</h2><table><tr><th>PRE-REQUISITE</th><td>COMP 2611 OR ELEC 2300</td></tr>"
        "<tr><th>CO-REQUISITE</th><td>COMP 2612</td></tr><tr><th>DESCRIPTION</th><td>Processes and files.</td></tr></table>",
        """
        COMP 3311 | title | Database Management Systems
        COMP 3311 | units | 3
        COMP 3311 | requires | COMP 2011 / COMP 2012H
        COMP 3311 | requires | COMP 2711 / MATH 2343
        COMP 3311 | excludes | ISOM 3260
        COMP 3511 | title | Operating Systems
        COMP 3511 | units | 3
        COMP 3511 | requires | COMP 2611 / ELEC 2300
        COMP 3511 | corequisite | COMP 2612
        """,
    ),
    (
        "https://north.example/cse/",
        "Department of Computer Science and Engineering",
        "<h1>Department of Computer Science and Engineering</h1><p>計算機科學及工程學系</p><p>Head of Department: Prof. Qian ZHENG</p>"
        "<p>The Department is part of the School of Engineering.</p><p>Tel: (852) 2358 7000</p><p>Email: csdept (at) north.example</p><p>Office: Room 3528, Lift 25</p>",
        """
        Qian ZHENG | heads | Department of Computer Science and Engineering
        Department of Computer Science and Engineering | part_of | School of Engineering
        Department of Computer Science and Engineering | phone | (852) 2358 7000
        Department of Computer Science and Engineering | email | csdept@north.example
        Department of Computer Science and Engineering | room | Room 3528, Lift 25
        """,
    ),
    (
        "https://north.example/people/qianzh",
        "Qian ZHENG 鄭謙",
        "<h1>Prof. Qian ZHENG 鄭謙</h1><p>Chair Professor</p><p>Department: Department of Computer Science and Engineering</p>"
        "<p>Email: qianzh [at] cse [dot] north [dot] example</p><p>Office: Room 3533</p><p>Tel: (852) 2358-8766</p><p>Office hours: Tue 15:00–17:00</p>"
        "<h2>Courses taught</h2><ul><li>COMP 4622 Computer Networks</li><li>COMP 5311 Mobile Systems</li></ul>",
        """
        Qian ZHENG | member_of | Department of Computer Science and Engineering
        Qian ZHENG | email | qianzh@cse.north.example
        Qian ZHENG | room | Room 3533
        Qian ZHENG | phone | (852) 2358-8766
        Qian ZHENG | office_hours | Tue 15:00–17:00
        Qian ZHENG | teaches | COMP 4622
        Qian ZHENG | teaches | COMP 5311
        """,
    ),
    (
        "https://north.example/cse/staff.html",
        "Administrative Staff",
        "<h1>Administrative Staff</h1><table><tr><th>Name</th><th>Position</th><th>Room</th><th>Phone</th><th>Email</th></tr>"
        "<tr><td>Ms. Connie LAU</td><td>Executive Officer</td><td>3526</td><td>2358 6984</td><td>connie(at)north.example</td></tr>"
        "<tr><td>Mr. Isaac MA</td><td>Technical Officer</td><td>4211</td><td>2358 6985</td><td>isaac@north.example</td></tr></table>",
        """
        Connie LAU | role | Executive Officer
        Connie LAU | room | 3526
        Connie LAU | phone | 2358 6984
        Connie LAU | email | connie@north.example
        Isaac MA | role | Technical Officer
        Isaac MA | room | 4211
        Isaac MA | phone | 2358 6985
        Isaac MA | email | isaac@north.example
        """,
    ),
    (
        "https://north.example/seng/",
        "School of Engineering",
        "<h1>School of Engineering</h1><p>Dean: Prof. Tim CHENG</p><h2>Departments</h2><ul><li><a href=/cse/>Department of Computer Science and Engineering</a></li>"
        "<li><a href=/mae/>Department of Mechanical Engineering</a></li></ul><h2>Programmes</h2><ul><li>BEng in Computer Engineering</li></ul>",
        """
        Tim CHENG | heads | School of Engineering
        Department of Computer Science and Engineering | part_of | School of Engineering
        Department of Mechanical Engineering | part_of | School of Engineering
        School of Engineering | offers | BEng in Computer Engineering
        """,
    ),
    (
        "https://ost.example/informatik/modulhandbuch.html",
        "Modulhandbuch Bachelor Informatik",
        "<h1>Modulhandbuch</h1><h2>INF-22305 Algorithmen und Datenstrukturen</h2><dl><dt>ECTS-Punkte<dd>6<dt>Modulverantwortliche<dd>Prof. Dr. Petra Lang<dt>Voraussetzungen<dd>INF-11101 und INF-11102 oder MAT-10100<dt>Sprache<dd>Deutsch</dl>"
        "<h2>INF-22310 Betriebssysteme</h2><dl><dt>ECTS<dd>9<dt>Dozent<dd>Dr.-Ing. Uwe Ernst<dt>Voraussetzungen<dd>keine<dt>Semester<dd>Wintersemester</dl>",
        """
        INF-22305 | title | Algorithmen und Datenstrukturen
        INF-22305 | units | 6
        Petra Lang | coordinates | INF-22305
        INF-22305 | requires | INF-11101
        INF-22305 | requires | INF-11102 / MAT-10100
        INF-22305 | language | Deutsch
        INF-22310 | title | Betriebssysteme
        INF-22310 | units | 9
        Uwe Ernst | teaches | INF-22310
        INF-22310 | semester | Wintersemester
        """,
    ),
    (
        "https://ost.example/informatik/",
        "Fachbereich Informatik",
        "<h1>Fachbereich Informatik</h1><p>Dekan: Prof. Dr.-Ing. Jörg Otten</p><p>Telefon: +49 7531 88-4000</p><p>E-Mail: dekanat (at) ost (dot) example</p><p>Raum: A 210</p>"
        "<h2>Institute</h2><ul><li><a href=/informatik/isys/>Institut für Informationssysteme</a></li><li><a href=/informatik/robo/>Institut für Robotik</a></li></ul>",
        """
        Jörg Otten | heads | Fachbereich Informatik
        Fachbereich Informatik | phone | +49 7531 88-4000
        Fachbereich Informatik | email | dekanat@ost.example
        Fachbereich Informatik | room | A 210
        Institut für Informationssysteme | part_of | Fachbereich Informatik
        Institut für Robotik | part_of | Fachbereich Informatik
        """,
    ),
    (
        "https://ost.example/personen/brandt.html",
        "Prof. Dr. Dr. h.c. Ulrike Brandt",
        "<h1>Prof. Dr. Dr. h.c. Ulrike Brandt</h1><p>Lehrstuhl für Hydrologie</p><p>Fachbereich: Fachbereich Bauwesen</p><p>E-Mail: ulrike.brandt (at) ost (dot) example</p>"
        "<p>Telefon: +49 7531 88-4123</p><p>Raum: C 115</p><p>Sprechstunde: Di 14-15 Uhr</p>",
        """
        Ulrike Brandt | member_of | Fachbereich Bauwesen
        Ulrike Brandt | email | ulrike.brandt@ost.example
        Ulrike Brandt | phone | +49 7531 88-4123
        Ulrike Brandt | room | C 115
        Ulrike Brandt | office_hours | Di 14-15 Uhr
        """,
    ),
    (
        "https://ost.example/informatik/sprechstunden.html",
        "Sprechstunden",
        "<h1>Sprechstunden</h1><table><tr><th>Name</th><th>Raum</th><th>Telefon</th><th>E-Mail</th><th>Sprechstunde</th></tr>"
        "<tr><td>Prof. Dr. rer. nat. habil. Klaus-Dieter Sommer</td><td>A 301</td><td>88-4301</td><td>sommer(at)ost.example</td><td>Mo 10-11</td></tr>"
        "<tr><td>Dr.-Ing. Uwe Ernst</td><td>A 305</td><td>88-4305</td><td>ernst(at)ost.example</td><td>nach Vereinbarung</td></tr>"
        "<tr><td>Dipl.-Inf. Maria Kaya</td><td>A 306</td><td>88-4306</td><td>kaya(at)ost.example</td><td>Do 9-10</td></tr></table>",
        """
        Klaus-Dieter Sommer | room | A 301
        Klaus-Dieter Sommer | phone | 88-4301
        Klaus-Dieter Sommer | email | sommer@ost.example
        Klaus-Dieter Sommer | office_hours | Mo 10-11
        Uwe Ernst | room | A 305
        Uwe Ernst | phone | 88-4305
        Uwe Ernst | email | ernst@ost.example
        Uwe Ernst | office_hours | nach Vereinbarung
        Maria Kaya | room | A 306
        Maria Kaya | phone | 88-4306
        Maria Kaya | email | kaya@ost.example
        Maria Kaya | office_hours | Do 9-10
        """,
    ),
    (
        "https://tech.example/catalog/m6.html",
        "Course 6",
        "<h1>Electrical Engineering and Computer Science</h1><h3>6.006 Introduction to Algorithms</h3><p>Prereq: 6.042 and (6.009 or 6.01)</p><p>Units: 4-0-8</p><p>Instructors: E. Demane, S. Devad</p>"
        "<h3>6.046J Design and Analysis of Algorithms</h3><p>Prereq: 6.006</p><p>Units: 4-0-8</p><h3>18.06SC Linear Algebra</h3><p>Coreq: 18.02</p><p>Units: 5-0-7</p>",
        """
        6.006 | title | Introduction to Algorithms
        6.006 | requires | 6.042
        6.006 | requires | 6.009 / 6.01
        6.006 | units | 4-0-8
        E. Demane | teaches | 6.006
        S. Devad | teaches | 6.006
        6.046J | title | Design and Analysis of Algorithms
        6.046J | requires | 6.006
        6.046J | units | 4-0-8
        18.06SC | title | Linear Algebra
        18.06SC | corequisite | 18.02
        18.06SC | units | 5-0-7
        """,
    ),
    (
        "https://tech.example/modules/CS2040S",
        "CS2040S Data Structures and Algorithms",
        "<h1>CS2040S Data Structures and Algorithms</h1><p>Modular Credits: 4</p><p>Prerequisites: CS1010S or its equivalent, and (CS1231 or MA1100)</p><p>Preclusions: CS1020, CS2020</p><p>Lecturer: A/P Seth Gilbertson</p>",
        """
        CS 2040S | title | Data Structures and Algorithms
        CS 2040S | units | 4
        CS 2040S | requires | CS 1010S
        CS 2040S | requires | CS 1231 / MA 1100
        CS 2040S | excludes | CS 1020
        CS 2040S | excludes | CS 2020
        Seth Gilbertson | teaches | CS 2040S
        """,
    ),
)
